import { type Kysely, sql } from 'kysely'

/**
 * Reports, the cases that admins decide, what is kept as evidence, decisions and statement templates.
 *
 * A case outlives the dog and the accounts that it is about, so it names the dog without a foreign key. What a reporter
 * wrote goes with their account; what the reported owner wrote stays until the case is removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE report_cases (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      is_urgent boolean NOT NULL GENERATED ALWAYS AS (kind IN ('child-safety', 'danger')) STORED,
      dog_id uuid NOT NULL,
      dog_name text NOT NULL,
      owner_id uuid REFERENCES users ON DELETE SET NULL,
      appeal_of uuid UNIQUE,
      appellant_id uuid REFERENCES users ON DELETE CASCADE,
      version integer NOT NULL DEFAULT 1,
      claimed_by uuid REFERENCES users ON DELETE SET NULL,
      claimed_until timestamptz,
      created_at timestamptz NOT NULL,
      decided_at timestamptz
    );
    CREATE UNIQUE INDEX report_cases_open_of_dog ON report_cases (dog_id) WHERE decided_at IS NULL AND appeal_of IS NULL;
    CREATE INDEX report_cases_queue ON report_cases (is_urgent DESC, id) WHERE decided_at IS NULL;
    CREATE INDEX report_cases_decided ON report_cases (decided_at, id) WHERE decided_at IS NOT NULL;
    CREATE INDEX report_cases_of_owner ON report_cases (owner_id, id) WHERE owner_id IS NOT NULL;
    CREATE INDEX report_cases_of_appellant ON report_cases (appellant_id) WHERE appellant_id IS NOT NULL;
    CREATE INDEX report_cases_claimed ON report_cases (claimed_by) WHERE claimed_by IS NOT NULL;

    CREATE TABLE reports (
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      photo_id uuid,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (case_id, reporter_id)
    );
    CREATE INDEX reports_of_reporter ON reports (reporter_id, case_id);

    CREATE TABLE report_notes (
      id uuid PRIMARY KEY,
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      author_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      body text NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX report_notes_of_case ON report_notes (case_id, id);
    CREATE INDEX report_notes_of_author ON report_notes (author_id);

    CREATE TABLE report_dogs (
      id uuid PRIMARY KEY,
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      dog jsonb NOT NULL
    );
    CREATE INDEX report_dogs_of_case ON report_dogs (case_id, id);

    CREATE TABLE report_photos (
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      photo_id uuid NOT NULL,
      key text NOT NULL,
      PRIMARY KEY (case_id, photo_id)
    );
    CREATE INDEX report_photos_by_key ON report_photos (key);

    CREATE TABLE report_messages (
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      message_id uuid NOT NULL,
      match_id uuid NOT NULL,
      seq integer NOT NULL,
      sender_dog_id uuid NOT NULL,
      reporter_id uuid REFERENCES users ON DELETE CASCADE,
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (case_id, message_id)
    );
    CREATE INDEX report_messages_of_reporter ON report_messages (reporter_id) WHERE reporter_id IS NOT NULL;

    CREATE TABLE decisions (
      id uuid PRIMARY KEY,
      case_id uuid REFERENCES report_cases ON DELETE SET NULL,
      admin_id uuid REFERENCES users ON DELETE SET NULL,
      owner_id uuid REFERENCES users ON DELETE SET NULL,
      dog_id uuid NOT NULL,
      dog_name text NOT NULL,
      action text NOT NULL,
      statement text NOT NULL,
      until timestamptz,
      photo_ids uuid[] NOT NULL DEFAULT '{}',
      reversed_at timestamptz,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX decisions_of_case ON decisions (case_id, id) WHERE case_id IS NOT NULL;
    CREATE INDEX decisions_of_admin ON decisions (admin_id) WHERE admin_id IS NOT NULL;
    CREATE INDEX decisions_of_owner ON decisions (owner_id, id) WHERE owner_id IS NOT NULL;
    CREATE INDEX decisions_of_dog ON decisions (dog_id);
    CREATE INDEX decisions_by_time ON decisions (created_at);
    ALTER TABLE report_cases ADD FOREIGN KEY (appeal_of) REFERENCES decisions ON DELETE CASCADE;

    CREATE TABLE statement_templates (
      id uuid PRIMARY KEY,
      action text NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- A kept photo that its dog no longer shows has files of its own: they go with the last case that keeps it.
    CREATE FUNCTION report_photos_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO removed_photos (key)
      SELECT DISTINCT gone.key FROM gone
      WHERE NOT EXISTS (SELECT FROM photos WHERE photos.key = gone.key)
        AND NOT EXISTS (SELECT FROM report_photos kept WHERE kept.key = gone.key)
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER report_photos_deleted AFTER DELETE ON report_photos
      REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION report_photos_deleted();

    INSERT INTO statement_templates (id, action, title, body) VALUES
      ('0190d6c4-0000-7000-8000-000000000001', 'dismiss', 'Within the rules',
       'We looked at the profile and found nothing that breaks the rules of the yard.'),
      ('0190d6c4-0000-7000-8000-000000000002', 'warn', 'Rude messages',
       'Messages from your dog were hurtful to another owner. Please keep it friendly: everybody here wants a good day for their dog. If it happens again, we may suspend your account.'),
      ('0190d6c4-0000-7000-8000-000000000003', 'warn', 'Advertising',
       'Your profile or your messages advertise something. Barkyard is for finding playmates only. Please take the advertising out.'),
      ('0190d6c4-0000-7000-8000-000000000004', 'remove-photos', 'Photo without the dog',
       'We removed photos that do not show your dog, or that show people who may not want to be here. Please add photos of your dog alone.'),
      ('0190d6c4-0000-7000-8000-000000000005', 'hide-dog', 'Not a real profile',
       'This profile does not seem to be of a dog that you live with. It is hidden from others until you appeal and show us that it is.'),
      ('0190d6c4-0000-7000-8000-000000000006', 'suspend', 'Danger to others',
       'We have reason to believe that meeting you is not safe for other owners or their dogs. Your account is suspended while this stands.'),
      ('0190d6c4-0000-7000-8000-000000000007', 'delete-user', 'Child safety',
       'Your account breaks our rules on child safety. It is deleted.'),
      ('0190d6c4-0000-7000-8000-000000000008', 'uphold', 'The decision stands',
       'Another look led us to the same decision. It stands.'),
      ('0190d6c4-0000-7000-8000-000000000009', 'reverse', 'We were wrong',
       'We were wrong, and we are sorry. The decision no longer holds.');
  `.execute(db)
}
