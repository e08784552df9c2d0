import { type Kysely, sql } from 'kysely'

/** Each user's code for invitations, and who invited a user who has not made a dog yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE invites (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      code text NOT NULL UNIQUE
    );
    CREATE TABLE invited_users (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      inviter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE
    );
    CREATE INDEX invited_by ON invited_users (inviter_id);
  `.execute(db)
}
