import { sql } from 'kysely'
import { addIndex, backfill, change } from './steps.ts'

/**
 * Ids of entries: UUIDv7 by this database's clock, to the microsecond, so that entries of triggers and of several
 * processes are in one order.
 */
const auditId = change(sql`
  CREATE OR REPLACE FUNCTION audit_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || lpad(to_hex(micro * 4), 3, '0') || substr(random, 19))::uuid
    FROM (SELECT lpad(to_hex(now / 1000), 12, '0') AS ms, (now % 1000)::int AS micro, gen_random_uuid()::text AS random
          FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now) clock) parts
  $$`)

/** The codes of deeds, by the texts that were written before. */
const codes = change(sql`
  CREATE OR REPLACE FUNCTION audit_code(action text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE action
      WHEN 'as a dog: message' THEN 'message-sent-as-dog'
      WHEN 'as a dog: matches.bark' THEN 'barked-as-dog'
      WHEN 'as a dog: messages.markSeen' THEN 'chat-opened-as-dog'
      WHEN 'as a dog: playdates.create' THEN 'playdate-proposed-as-dog'
      WHEN 'as a dog: playdates.answer' THEN 'playdate-answered-as-dog'
      WHEN 'as a dog: dogs.create' THEN 'dog-created-as-dog'
      WHEN 'as a dog: dogs.edit' THEN 'dog-edited-as-dog'
      WHEN 'as a dog: dogs.orderPhotos' THEN 'photos-ordered-as-dog'
      WHEN 'as a dog: dogs.delete' THEN 'dog-deleted-as-dog'
      WHEN 'as a dog: dogs.activate' THEN 'dog-chosen-as-dog'
      WHEN 'as a dog: photos.delete' THEN 'photo-deleted-as-dog'
      WHEN 'as a dog: location.set' THEN 'location-changed-as-dog'
      WHEN 'as a dog: tokens.create' THEN 'token-created-as-dog'
      WHEN 'as a dog: tokens.revoke' THEN 'token-revoked-as-dog'
      ELSE translate(action, ' :.', '---')
    END
  $$`)

/** Processes of the release before still write the old texts, and the end of an impersonation beside the trigger. */
const oldWriters = change(sql`
  CREATE OR REPLACE FUNCTION audit_from_old_release() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.action = 'impersonation stopped' THEN
      RETURN NULL;
    END IF;
    NEW.action := audit_code(NEW.action);
    NEW.detail := jsonb_strip_nulls(NEW.detail - 'emails');
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER audit_from_old_release BEFORE INSERT ON audit_log
    FOR EACH ROW WHEN (NEW.action LIKE '% %') EXECUTE FUNCTION audit_from_old_release()`)

/**
 * An impersonation ends in many ways: a stop, a switch, a sign-out, an expired session, a deleted admin, owner or dog, a
 * dog that changes hands. Whatever ends it, its end is noted in the same transaction. The dog may be gone then: its name
 * is taken from where the impersonation began, while its owner is there.
 */
const impersonationEnds = change(sql`
  CREATE OR REPLACE FUNCTION audit_impersonation_stopped() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO audit_log (id, admin_id, admin_email, action, dog_id, user_id, detail)
    SELECT audit_id(), OLD.user_id, coalesce((SELECT email FROM users WHERE id = OLD.user_id), ''),
           'impersonation-stopped', OLD.impersonated_dog_id, target.id,
           CASE WHEN owner.id IS NULL THEN '{}' ELSE jsonb_strip_nulls(jsonb_build_object(
             'name', coalesce(dog.name, began.detail ->> 'name'), 'owner', owner.email)) END
    FROM (SELECT) one
    LEFT JOIN dogs dog ON dog.id = OLD.impersonated_dog_id
    LEFT JOIN LATERAL (
      SELECT user_id, detail FROM audit_log
      WHERE admin_id = OLD.user_id AND dog_id = OLD.impersonated_dog_id AND action = 'impersonation-started'
      ORDER BY id DESC LIMIT 1
    ) began ON true
    CROSS JOIN LATERAL (SELECT coalesce(began.user_id, dog.user_id) AS id) target
    LEFT JOIN users owner ON owner.id = target.id;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER audit_impersonation_changed AFTER UPDATE OF impersonated_dog_id ON sessions
    FOR EACH ROW
    WHEN (OLD.impersonated_dog_id IS NOT NULL AND NEW.impersonated_dog_id IS DISTINCT FROM OLD.impersonated_dog_id)
    EXECUTE FUNCTION audit_impersonation_stopped();
  CREATE OR REPLACE TRIGGER audit_impersonation_deleted AFTER DELETE ON sessions
    FOR EACH ROW WHEN (OLD.impersonated_dog_id IS NOT NULL) EXECUTE FUNCTION audit_impersonation_stopped()`)

/** Names and addresses go with the user; what was done stays. */
const namesGo = change(sql`
  CREATE OR REPLACE FUNCTION audit_forget_names() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE audit_log SET admin_email = '' FROM gone WHERE admin_id = gone.id;
    UPDATE audit_log SET detail = detail - '{name,owner,to}'::text[] FROM gone WHERE user_id = gone.id;
    UPDATE audit_log SET detail = detail - 'from' FROM gone WHERE detail ->> 'fromId' = gone.id::text;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER audit_forget_names AFTER DELETE ON users
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION audit_forget_names()`)

/** The address that changed hands at an OpenID provider: its former holder's is unknown until the next sign-in. */
const unknownAddresses = change(sql`
  ALTER TABLE users ALTER COLUMN email DROP NOT NULL, ALTER COLUMN email_key DROP NOT NULL`)

const renameDeeds = backfill(sql`
  UPDATE audit_log SET action = audit_code(action), detail = jsonb_strip_nulls(detail - 'emails') || CASE
      WHEN detail ->> 'from' IS NULL THEN '{}'
      ELSE jsonb_strip_nulls(jsonb_build_object('fromId', (SELECT id FROM users WHERE email_key = lower(detail ->> 'from'))))
    END
  WHERE id IN (SELECT id FROM audit_log WHERE action LIKE '% %' LIMIT 1000)`)

const forgetUsersGone = backfill(sql`
  UPDATE audit_log SET detail = detail - '{name,owner,to}'::text[]
  WHERE id IN (
    SELECT id FROM audit_log entry
    WHERE jsonb_exists_any(detail, '{name,owner,to}') AND user_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM users WHERE users.id = entry.user_id) LIMIT 1000)`)

const forgetFormerOwnersGone = backfill(sql`
  UPDATE audit_log SET detail = detail - 'from'
  WHERE id IN (
    SELECT id FROM audit_log entry
    WHERE jsonb_exists(detail, 'from')
      AND NOT EXISTS (SELECT FROM users WHERE users.id::text = entry.detail ->> 'fromId') LIMIT 1000)`)

const forgetAdminsGone = backfill(sql`
  UPDATE audit_log SET admin_email = ''
  WHERE id IN (
    SELECT id FROM audit_log entry
    WHERE admin_email <> '' AND NOT EXISTS (SELECT FROM users WHERE users.id = entry.admin_id) LIMIT 1000)`)

/** Deeds as codes, names that go with their users, ends of impersonations; users whose address is unknown. */
export const steps = [
  auditId,
  codes,
  oldWriters,
  addIndex('audit_log_of_admin', 'ON audit_log (admin_id, id)'),
  addIndex('audit_log_of_user', 'ON audit_log (user_id)'),
  addIndex('audit_log_of_former_owner', `ON audit_log ((detail ->> 'fromId')) WHERE detail ->> 'fromId' IS NOT NULL`),
  addIndex('audit_log_by_time', 'ON audit_log (at)'),
  addIndex('audit_log_by_deed', 'ON audit_log (action, id)'),
  impersonationEnds,
  namesGo,
  unknownAddresses,
  addIndex('users_by_email', `ON users ((coalesce(email_key, '')), id)`),
  addIndex('users_without_email', 'ON users USING gin (name_key gin_trgm_ops) WHERE email_key IS NULL'),
  renameDeeds,
  forgetUsersGone,
  forgetFormerOwnersGone,
  forgetAdminsGone,
]
