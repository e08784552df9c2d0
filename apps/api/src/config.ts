import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isIncluded } from '@barkyard/postgres/binaries'
import { sessionSecret } from './data-dir.ts'
import { folderWith } from './platform/data-file.ts'
import { ConfigError, SECRET_LENGTH, type Settings, settingsSchema } from './settings.ts'

/** Everything that can be set from outside. This file is the only reader of the environment. */
export type Config = ReturnType<typeof readConfig>

export type FooterLinks = Partial<Record<'Privacy' | 'Terms' | 'Contact', string>>

type MailConfig = { kind: 'smtp'; url: string } | { kind: 'outbox'; folder: string }

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** The repository's root, whether this file runs from src/ or dist/. */
const repositoryRoot = () => folderWith('pnpm-workspace.yaml') ?? process.cwd()

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot(), 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}

/** Whether an address of a host that the operator named may be called: without TLS only on this machine. */
export const isNamedSafely = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

/** Reads and checks the environment. @throws ConfigError with one line that names the variable and what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv) {
  // Compose files and shells pass on unset variables as empty ones.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const set = parsed.data
  const dataDir = resolve(set.DATA_DIR ?? join(repositoryRoot(), '.data'))
  const publicUrl = new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`)
  const isProduction = set.NODE_ENV === 'production'
  if (!set.DATABASE_URL && !isIncluded()) {
    const missing = ['DATABASE_URL', ...(isProduction && !set.SESSION_SECRET ? ['SESSION_SECRET'] : [])]
    throw new ConfigError(`${missing.join(' and ')} must be set: this installation includes no PostgreSQL of its own`)
  }
  const demo =
    set.DEMO ?? (!set.DATABASE_URL && !isProduction && isLoopback(set.HOST) && isLoopback(publicUrl.hostname))
  if (demo && isProduction) throw new ConfigError('DEMO must not be 1 with NODE_ENV=production')
  if (isProduction && set.DATABASE_URL && !set.SESSION_SECRET) {
    throw new ConfigError('SESSION_SECRET is required with NODE_ENV=production and a DATABASE_URL')
  }
  if (set.ADMIN_PASSKEY && set.OIDC_ISSUER)
    throw new ConfigError('ADMIN_PASSKEY must not be set with OIDC_ISSUER: the provider decides how people sign in')
  if (set.METRICS_PORT && set.METRICS_PORT === set.PORT)
    throw new ConfigError('METRICS_PORT must be another port than PORT')
  const footerLinks: FooterLinks = {
    ...(set.PRIVACY_URL && { Privacy: set.PRIVACY_URL }),
    ...(set.TERMS_URL && { Terms: set.TERMS_URL }),
    ...(set.CONTACT_URL && { Contact: set.CONTACT_URL }),
  }
  return {
    port: set.PORT,
    host: set.HOST,
    /** null = the embedded PostgreSQL under dataDir. */
    databaseUrl: set.DATABASE_URL ?? null,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL ?? null,
    /** How the app opens its databases: the most connections of this process, and limits in ms. */
    pool: {
      max: set.DATABASE_POOL,
      statementTimeoutMs: set.DATABASE_STATEMENT_TIMEOUT,
      lockTimeoutMs: set.DATABASE_LOCK_TIMEOUT,
    },
    dataDir,
    publicUrl,
    sessionSecret: set.SESSION_SECRET ?? keptSecret(dataDir),
    redisUrl: set.REDIS_URL ?? null,
    s3: allOrNone(
      set,
      ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      ([endpoint, bucket, accessKeyId, secretAccessKey]) => ({
        endpoint,
        bucket,
        accessKeyId,
        secretAccessKey,
        region: set.S3_REGION,
      }),
    ),
    oidc: allOrNone(
      set,
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
      ([issuer, clientId, clientSecret]) => ({ issuer, clientId, clientSecret }),
    ),
    /** Mailboxes, as `mailboxOf` returns them. */
    adminEmails: set.ADMIN_EMAILS,
    adminPasskey: set.ADMIN_PASSKEY === 'required',
    /** Who may make an account: anybody, who has a code of `pnpm admin invite`, or nobody. */
    signUp: set.SIGNUP,
    /** Domains whose addresses, and those of their subdomains, are not taken, as `mailboxOf` spells them. */
    blockedDomains: set.SIGNUP_BLOCKED_DOMAINS,
    tileUrl: set.TILE_URL,
    demo,
    vitals: set.VITALS,
    rateLimit: set.RATE_LIMIT,
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    /** The port on which Prometheus reads metrics; null = none. */
    metricsPort: set.METRICS_PORT ?? null,
    /** Where a backup is written each day at this hour (UTC), and how many are kept; null = none is written. */
    backup: set.BACKUP_DIR ? { dir: resolve(set.BACKUP_DIR), hour: set.BACKUP_HOUR, keep: set.BACKUP_KEEP } : null,
    /** How mail is sent: to an SMTP server, or into files in the demo. null = mail is not sent. */
    mail: mailConfig(set, demo, dataDir),
    /** The sender of mails, and the contact for push services. */
    mailFrom: set.MAIL_FROM ?? `Barkyard <barkyard@${publicUrl.hostname}>`,
    /** Push services besides the known ones, "host" or "host:port", lower case. */
    pushHosts: set.PUSH_HOSTS,
    /** Hosts of webhooks that need not be public, "host" or "host:port", lower case. */
    webhookHosts: set.WEBHOOK_HOSTS,
    /** Pages of the operator's, by the label of their link in the landing page's footer. */
    footerLinks,
  }
}

/** Mail needs a server, except in the demo, which keeps each mail as a file. */
function mailConfig({ SMTP_URL: url }: Settings, demo: boolean, dataDir: string): MailConfig | null {
  if (url) return { kind: 'smtp', url }
  return demo ? { kind: 'outbox', folder: join(dataDir, 'outbox') } : null
}

type Filled<Names extends readonly string[]> = { [Index in keyof Names]: string }

/** Settings that only make sense together. */
function allOrNone<const Names extends readonly (keyof Settings & string)[], T>(
  set: Settings,
  names: Names,
  make: (values: Filled<Names>) => T,
): T | null {
  const values = names.map(name => set[name])
  if (values.every(value => value === undefined)) return null
  const missing = names.filter((_, index) => values[index] === undefined)
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(', ')} must be set as well: ${names.join(', ')} go together`)
  return make(values.map(String) as Filled<Names>)
}

/** The secret that is stored in the data directory. A truncated secret is refused. */
function keptSecret(dataDir: string): string {
  const secret = sessionSecret(dataDir)
  if (secret.length >= SECRET_LENGTH) return secret
  throw new ConfigError(
    `${join(dataDir, 'session-secret')} holds fewer than ${SECRET_LENGTH} characters: put the right one back, or remove the file, and everybody signs in again`,
  )
}
