import { sql } from 'kysely'
import { change, type Step, scan } from './steps.ts'

const startCounting = (table: 'users' | 'dogs'): Step =>
  change(sql`
    CREATE OR REPLACE TRIGGER count_added AFTER INSERT ON ${sql.id(table)}
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1');
    CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON ${sql.id(table)}
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('-1');`)

/**
 * Adds the rows that no trigger has counted. One statement sees rows and changes at the same moment, so others may write
 * meanwhile; a second time it adds 0.
 */
const countOlderRows = (table: 'users' | 'dogs'): Step =>
  scan(sql`
    INSERT INTO row_counts (table_name, change) VALUES (${sql.lit(table)},
      (SELECT count(*) FROM ${sql.id(table)})
        - (SELECT coalesce(sum(change), 0) FROM row_counts WHERE table_name = ${sql.lit(table)}))`)

/**
 * Numbers of users and dogs that need no counting: each statement that adds or deletes some stores by how many the number
 * changes. Nobody waits for a counter that another transaction holds. A sweep adds the changes up.
 */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS row_counts (table_name text NOT NULL, change bigint NOT NULL);
    CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO row_counts (table_name, change)
      SELECT TG_TABLE_NAME, count(*) * TG_ARGV[0]::int FROM changed HAVING count(*) > 0;
      RETURN NULL;
    END $$;`),
  startCounting('users'),
  startCounting('dogs'),
  countOlderRows('users'),
  countOlderRows('dogs'),
]
