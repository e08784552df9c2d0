import { type Kysely, sql } from 'kysely'

/**
 * What moderators check about dogs. The picture that shows it has a key like a photo's, but its files are not public.
 * Its key is noted for deletion by a trigger, however it goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE verifications (
      id uuid PRIMARY KEY,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      state text NOT NULL DEFAULT 'open',
      version integer NOT NULL DEFAULT 1,
      code text,
      evidence_key text,
      reason text,
      expires_on date,
      remind_on date,
      decided_by uuid REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL,
      sent_at timestamptz,
      closed_at timestamptz
    );
    CREATE UNIQUE INDEX verifications_open ON verifications (dog_id, kind) WHERE state IN ('open', 'waiting');
    CREATE INDEX verifications_of_user ON verifications (user_id, id);
    CREATE INDEX verifications_of_dog ON verifications (dog_id);
    CREATE INDEX verifications_of_admin ON verifications (decided_by) WHERE decided_by IS NOT NULL;
    CREATE INDEX verifications_queue ON verifications (sent_at, id) WHERE state = 'waiting';
    CREATE INDEX verifications_decided ON verifications (closed_at, id) WHERE state IN ('approved', 'refused');
    CREATE UNIQUE INDEX verifications_by_evidence ON verifications (evidence_key) WHERE evidence_key IS NOT NULL;
    CREATE INDEX verifications_with_evidence ON verifications (closed_at)
      WHERE evidence_key IS NOT NULL AND closed_at IS NOT NULL;
    CREATE INDEX verifications_given_up ON verifications (closed_at) WHERE state IN ('refused', 'withdrawn');
    CREATE INDEX verifications_to_remind ON verifications (remind_on) WHERE remind_on IS NOT NULL;

    CREATE FUNCTION evidence_gone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO removed_photos (key) VALUES (OLD.evidence_key) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER evidence_replaced AFTER UPDATE OF evidence_key ON verifications FOR EACH ROW
      WHEN (OLD.evidence_key IS NOT NULL AND OLD.evidence_key IS DISTINCT FROM NEW.evidence_key)
      EXECUTE FUNCTION evidence_gone();
    CREATE TRIGGER evidence_deleted AFTER DELETE ON verifications FOR EACH ROW
      WHEN (OLD.evidence_key IS NOT NULL) EXECUTE FUNCTION evidence_gone();

    -- Whoever read the dog before it changed must read it again before they decide.
    CREATE FUNCTION verified_dog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE verifications SET version = version + 1 WHERE dog_id = NEW.id AND state IN ('open', 'waiting');
      RETURN NULL;
    END $$;
    CREATE TRIGGER verified_dog_changed AFTER UPDATE OF photos, breed, user_id ON dogs FOR EACH ROW
      WHEN ((OLD.photos->0->>'id', OLD.breed, OLD.user_id)
        IS DISTINCT FROM (NEW.photos->0->>'id', NEW.breed, NEW.user_id))
      EXECUTE FUNCTION verified_dog_changed();
  `.execute(db)
}
