import { addIndex, dropIndex } from './steps.ts'

/**
 * Lists of playdates are read a page at a time, in the order of time and id. Open proposals are counted by themselves:
 * those that are answered grow without an end.
 */
export const steps = [
  addIndex('playdates_of_match_by_time', 'ON playdates (match_id, when_ts, id)'),
  addIndex('playdates_of_proposer_by_time', 'ON playdates (proposer_dog_id, when_ts, id)'),
  addIndex('playdates_of_invited_by_time', 'ON playdates (invited_dog_id, when_ts, id)'),
  addIndex('playdates_open_of_match', "ON playdates (match_id, when_ts) WHERE status = 'proposed'"),
  addIndex('playdates_open_of_invited', "ON playdates (invited_dog_id, when_ts) WHERE status = 'proposed'"),
  dropIndex('playdates_of_match'),
  dropIndex('playdates_of_proposer'),
  dropIndex('playdates_of_invited'),
]
