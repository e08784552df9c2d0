import { mailboxOf, readEmail } from '@barkyard/domain/email'
import { type Kysely, sql } from 'kysely'
import { change, type Step } from './steps.ts'

/**
 * `email_key` becomes the mailbox, which only the app can work out: the domain in its ASCII form. The trigger gives a row of
 * an earlier release's process the key that it expects, also where a restore or a load of data switches other triggers off.
 */
const keptByTheApp = change(sql`
  ALTER TABLE users ALTER COLUMN email_key DROP EXPRESSION IF EXISTS;
  CREATE OR REPLACE FUNCTION keep_email_key() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' OR NEW.email_key IS NULL THEN NEW.email_key := lower(NEW.email); END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER keep_email_key BEFORE INSERT OR UPDATE OF email ON users
    FOR EACH ROW EXECUTE FUNCTION keep_email_key();
  ALTER TABLE users ENABLE ALWAYS TRIGGER keep_email_key`)

interface Spelled {
  id: string
  email: string
}

/**
 * Accounts whose address is written otherwise than their mailbox get the mailbox as their key. One whose spelling is no longer
 * taken gets the address itself, which is where its mails went. If another account has the mailbox, nothing changes: its owner
 * still signs in with the very spelling.
 */
const respell: Step = async <T>(db: Kysely<T>) => {
  const { rows } = await sql<Spelled>`
    SELECT id, email FROM users WHERE email ~ '[^ -~]|[<>]' AND email_key = lower(email) ORDER BY id`.execute(db)
  for (const { id, email } of rows) {
    const mailbox = mailboxOf(email)
    const { address } = readEmail(email) ?? readEmail(mailbox) ?? { address: email }
    const free = sql`NOT EXISTS (SELECT FROM users WHERE email_key = ${mailbox} AND id != ${id})`
    await sql`UPDATE users SET email = ${address} WHERE id IN (
      SELECT id FROM users WHERE id = ${id} AND email != ${address} AND ${free} LIMIT 1)`.execute(db)
    await sql`UPDATE users SET email_key = ${mailbox} WHERE id IN (
      SELECT id FROM users WHERE id = ${id} AND ${free} LIMIT 1)`.execute(db)
  }
}

export const steps = [keptByTheApp, respell]
