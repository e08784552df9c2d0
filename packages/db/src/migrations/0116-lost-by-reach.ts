import { addIndex, dropIndex } from './steps.ts'

/** Lost dogs near a place are walked outward reach by reach, in the index alone (queries/lost/lost.ts). */
export const steps = [
  ...[3, 10, 25].map(km =>
    addIndex(
      `lost_cases_by_place_${km}`,
      `ON lost_cases USING gist (point) INCLUDE (id, dog_id, ends_at) WHERE state = 'open' AND reach = ${km}`,
    ),
  ),
  dropIndex('lost_cases_by_place'),
]
