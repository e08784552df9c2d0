import { addIndex } from './steps.ts'

/**
 * What counts the days for admins. Messages are many and stored in order of time, so theirs is a BRIN index, which costs
 * a write next to nothing.
 */
export const steps = [
  addIndex('messages_by_time', 'ON messages USING brin (created_at) WITH (autosummarize = on)'),
  addIndex('users_by_time', 'ON users (created_at)'),
  addIndex('playdates_by_time', 'ON playdates (created_at)'),
  addIndex('reports_by_time', 'ON reports (created_at)'),
]
