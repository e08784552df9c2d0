import { sql } from 'kysely'
import { addIndex, backfill, change } from './steps.ts'

const COLUMNS = sql`ADD COLUMN IF NOT EXISTS park_id text, ADD COLUMN IF NOT EXISTS park_lat float8,
  ADD COLUMN IF NOT EXISTS park_lng float8, ADD COLUMN IF NOT EXISTS time_zone text`

/**
 * The park of each playdate and walk as it was when the plan was made, besides its name. null: the built-in park of that name.
 * Walks get theirs at once, because they are listed by park.
 */
export const steps = [
  change(sql`ALTER TABLE playdates ${COLUMNS}`),
  change(sql`ALTER TABLE walks ${COLUMNS}`),
  backfill(sql`
    UPDATE walks SET park_id = parks.id, park_lat = parks.lat, park_lng = parks.lng, time_zone = parks.time_zone
    FROM parks WHERE parks.place IS NOT NULL AND parks.name = walks.park_name AND walks.id IN (
      SELECT w.id FROM walks w JOIN parks p ON p.name = w.park_name WHERE p.place IS NOT NULL AND w.park_id IS NULL LIMIT 1000)`),
  addIndex('walks_of_park', 'ON walks (park_id, when_ts, id)'),
]
