import { addIndex } from './steps.ts'

/** The weekly walks that a park's closing ends. */
export const steps = [addIndex('walk_series_of_park', 'ON walk_series (park_id) WHERE ended_at IS NULL')]
