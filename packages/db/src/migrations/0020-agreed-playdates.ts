import { addIndex } from './steps.ts'

/** Reminders look for agreed playdates by time, every few seconds. */
export const steps = [addIndex('playdates_agreed_by_time', "ON playdates (when_ts, id) WHERE status = 'accepted'")]
