import { sql } from 'kysely'
import { backfill } from './steps.ts'

/** A job that hashes the photos from before there were hashes (apps/api/src/features/photos/hash-old-photos.ts). */
export const steps = [
  // One row. An hour later no process of the former version takes uploads any more.
  backfill(sql`
    INSERT INTO jobs (id, kind, key, payload, due_at, created_at)
    SELECT gen_random_uuid(), 'hash-old-photos', 'start', '{"after": null}', now() + interval '1 hour', now()
    FROM photos WHERE NOT EXISTS (SELECT FROM jobs WHERE kind = 'hash-old-photos') LIMIT 1`),
]
