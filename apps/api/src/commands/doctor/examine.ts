import { createECDH } from 'node:crypto'
import { countWaitingMigrations } from '@barkyard/db/migrate'
import type { Db } from '@barkyard/db/open'
import { findVapidKeys } from '@barkyard/db/queries/notifications/push-endpoints'
import { readServerFacts, type ServerFacts } from '@barkyard/db/server-facts'
import { type Config, readVersion } from '../../config.ts'
import { BACKUP_OLD_MS, dailyBackups } from '../../features/backups/daily-backups.ts'
import { Vapid } from '../../features/notifications/push/push.ts'
import { checkSmtp, redactMailError } from '../../platform/mail/transport.ts'
import { freeBytesOf } from '../../platform/operation/disk-space.ts'

export interface Finding {
  what: string
  state: 'ok' | 'failed' | 'skipped'
  /** One line, without secrets. */
  detail: string
}

interface Patient {
  config: Config
  /** The database, or why there is none. */
  database: Db | string
  now: () => Date
  freeBytes?: (folder: string) => Promise<number>
}

type Verdict = Omit<Finding, 'what'>
const ok = (detail: string): Verdict => ({ state: 'ok', detail })
const failed = (detail: string): Verdict => ({ state: 'failed', detail })
const skipped = (detail: string): Verdict => ({ state: 'skipped', detail })

/** Tokens, signatures for buckets and what is due go wrong with more. */
const CLOCK_OFF_MS = 5_000
/** The mail server of docker-compose.yml, unless SMTP_URL names another. */
const CATCHER = 'mail:1025'
const LEAST_FREE_BYTES = 1e9
const LEAST_POSTGRES = 15

/** Examines an installation, in the order of the checklist in README.md. */
export async function examine({ config, database, now, freeBytes = freeBytesOf }: Patient): Promise<Finding[]> {
  const server = typeof database === 'string' ? database : await reach(database)
  const onServer = (check: (reached: Reached) => Verdict | Promise<Verdict>, otherwise = skipped) =>
    typeof server === 'string' ? otherwise(server) : check(server)
  const checks: [what: string, check: () => Verdict | Promise<Verdict>][] = [
    ['public-url', () => publicUrl(config)],
    ['cookies', () => cookies(config)],
    ['proxy', () => proxy(config)],
    ['mail', () => mail(config)],
    ['push-key', () => onServer(({ db }) => pushKey(config, db))],
    ['disk', () => disk(config, freeBytes)],
    ['clock', () => onServer(({ facts }) => clock(config, facts, now()))],
    ['backup', () => backup(config, now())],
    ['postgresql', () => onServer(({ facts }) => postgresql(config, facts), failed)],
    ['versions', () => onServer(versions)],
  ]
  const findings: Finding[] = []
  for (const [what, check] of checks) {
    // A driver's message may quote addresses with passwords, so only its code is shown.
    const verdict = await Promise.resolve()
      .then(check)
      .catch(error => failed(`it could not be examined (${codeOf(error)})`))
    findings.push({ what, ...verdict })
  }
  return findings
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown'

interface Reached {
  db: Db
  facts: ServerFacts
}

const reach = (db: Db): Promise<Reached | string> =>
  readServerFacts(db).then(
    facts => ({ db, facts }),
    error => `the database cannot be reached (${codeOf(error)})`,
  )

const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.protocol === 'https:'

const publicUrl = (config: Config) =>
  isSecure(config)
    ? ok(config.publicUrl.origin)
    : failed(`${config.publicUrl.origin} is not https: set PUBLIC_URL, and let a proxy end TLS`)

const cookies = (config: Config) =>
  isSecure(config)
    ? ok('Secure')
    : failed('not Secure, because PUBLIC_URL is not https: anybody on the way can read them')

const proxy = ({ publicUrl: { protocol }, trustProxy }: Config) =>
  trustProxy.length > 0
    ? ok(`trusted: ${trustProxy.join(', ')}`)
    : protocol === 'https:'
      ? failed('TRUST_PROXY names none: limits count everybody as the proxy that ends TLS')
      : skipped('none is trusted, and without https none is needed')

async function mail({ mail, publicUrl }: Config): Promise<Verdict> {
  if (mail?.kind !== 'smtp') return skipped('SMTP_URL is not set: no mail is sent')
  const { hostname, host } = new URL(mail.url)
  if (host === CATCHER && isSecure({ publicUrl })) return failed(`${host} keeps mails and delivers none: set SMTP_URL`)
  try {
    await checkSmtp(mail.url)
    return ok(`${hostname} lets us in`)
  } catch (error) {
    const { code, responseCode } = redactMailError(error) as { code?: string; responseCode?: number }
    return failed(`${hostname} does not let us in (${[code, responseCode].filter(Boolean).join(' ')}): see SMTP_URL`)
  }
}

async function pushKey(config: Config, db: Db): Promise<Verdict> {
  const { subject } = new Vapid(db, config)
  if (/@localhost$|@[\d.]+$/.test(subject))
    return failed('push services get no contact: set PUBLIC_URL to a public https address, or MAIL_FROM')
  const keys = await findVapidKeys(db)
  if (!keys) return skipped('none yet: it is made when the first browser asks')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(keys.privateKey, 'base64url')
  return pair.getPublicKey('base64url') === keys.publicKey
    ? ok('both halves fit')
    : failed('its halves do not fit: restore vapid_keys from a backup, or every browser has to subscribe again')
}

async function disk({ databaseUrl, s3, dataDir, backup }: Config, freeBytes: NonNullable<Patient['freeBytes']>) {
  const folders = [
    ...(databaseUrl === null || s3 === null ? [['DATA_DIR', dataDir] as const] : []),
    ...(backup ? [['BACKUP_DIR', backup.dir] as const] : []),
  ]
  if (folders.length === 0) return skipped('nothing is kept on it')
  const free = await Promise.all(
    folders.map(async ([name, folder]) => ({ name, bytes: await freeBytes(folder).catch(() => null) })),
  )
  const words = free.map(({ name, bytes }) =>
    bytes === null ? `${name} is not there` : `${name} has ${(bytes / 1e9).toFixed(1)} GB free`,
  )
  return free.every(({ bytes }) => bytes !== null && bytes >= LEAST_FREE_BYTES)
    ? ok(words.join(', '))
    : failed(`${words.join(', ')}: 1 GB is the least`)
}

function clock({ databaseUrl }: Config, facts: ServerFacts, now: Date): Verdict {
  if (databaseUrl === null) return skipped('the database has the same one')
  const off = Math.abs(facts.clock.getTime() - now.getTime())
  const words = `${(off / 1000).toFixed(1)} s from the database’s`
  return off <= CLOCK_OFF_MS ? ok(words) : failed(`${words}: let both follow a time server`)
}

async function backup({ backup }: Config, now: Date): Promise<Verdict> {
  if (!backup) return skipped('BACKUP_DIR is not set: the app writes none')
  const newest = (await dailyBackups(backup.dir)).findLast(({ at }) => at <= now)
  if (!newest) return failed('there is none in BACKUP_DIR yet')
  const age = now.getTime() - newest.at.getTime()
  const words = `the newest is ${(age / (60 * 60 * 1000)).toFixed(1)} hours old`
  return age <= BACKUP_OLD_MS ? ok(words) : failed(`${words}: the app’s log says why`)
}

function postgresql({ pool }: Config, { settings, encoding, connections }: ServerFacts): Verdict {
  const wrong = Object.entries(settings)
    .filter(([, value]) => value === 'off')
    .map(([name]) => `${name} is off`)
  if (encoding !== 'UTF8') wrong.push(`the encoding is ${encoding}, not UTF8`)
  if (pool.max > connections) wrong.push(`DATABASE_POOL is ${pool.max}, and max_connections leaves ${connections}`)
  return wrong.length === 0
    ? ok(`durable, with ${connections} connections for pools of ${pool.max}`)
    : failed(wrong.join('; '))
}

async function versions({ db, facts }: Reached): Promise<Verdict> {
  const words = `Barkyard ${readVersion()}, Node ${process.versions.node}, PostgreSQL ${facts.version}`
  if (facts.versionNumber < LEAST_POSTGRES * 10_000) return failed(`${words}: ${LEAST_POSTGRES} is the least`)
  const waiting = await countWaitingMigrations(db)
  return waiting === 0 ? ok(words) : failed(`${words}: ${waiting} of its migrations have not run, start this release`)
}
