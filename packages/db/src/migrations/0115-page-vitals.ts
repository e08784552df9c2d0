import { sql } from 'kysely'
import { change } from './steps.ts'

/** How fast pages felt: how many values fell into each bucket, a day and a route. Nothing of who sent them is kept. */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS page_vitals (
      day date NOT NULL,
      route text NOT NULL,
      vital text NOT NULL,
      bucket smallint NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (day, route, vital, bucket)
    )`),
]
