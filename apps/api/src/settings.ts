import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { mailboxOf, readEmail } from '@barkyard/domain/email'
import { emailSchema } from '@barkyard/domain/schemas/user'
import { z } from 'zod'

/** One clear line for the person who set the value. */
export class ConfigError extends Error {}

/** The shortest session secret, in characters. */
export const SECRET_LENGTH = 32
const DEFAULT_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** @param shape of the text. */
const url = (shape: RegExp, like: string) =>
  z.string().refine(text => URL.canParse(text) && shape.test(text.trim()), `must be an address like ${like}`)
const database = url(/^postgres(ql)?:/i, 'postgres://…')
const web = url(/^https?:/i, 'https://…')
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform(text => text === '1')

const whole = (least: number, most: number, what = 'a whole number') =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be ${what}, ${least} to ${most}`)
    .transform(Number)
    .refine(number => number >= least && number <= most, `must be ${what}, ${least} to ${most}`)
const port = whole(0, 65_535, 'a port')
const milliseconds = whole(1, 3_600_000, 'milliseconds')

/** Comma-joined. @param read a part as it is kept; null if it is none. */
const listOf = (what: string, read: (part: string) => string | null) =>
  z
    .string()
    .default('')
    .transform((text, context) =>
      text
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== '')
        .flatMap(part => {
          const value = read(part)
          if (value === null) context.addIssue(`must be ${what}, comma-joined; ${part} is none`)
          return value ?? []
        }),
    )
const proxies = listOf('addresses or networks', proxy => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(proxy)) return proxy
  const [address = '', bits = '1', ...more] = proxy.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return /^[1-9]\d*$/.test(bits) && Number(bits) <= most && more.length === 0 ? proxy : null
})
const emails = listOf('e-mail addresses', email => (emailSchema.safeParse(email).success ? mailboxOf(email) : null))
/** In ASCII and lower case, without a last dot. */
const domains = listOf(
  'domains like example.com',
  domain => readEmail(`a@${domain.replace(/\.$/, '')}`)?.mailbox?.slice(2) ?? null,
)
/** Each with its port where that is not the usual one, in lower case. */
const hosts = listOf('hosts like push.example.com:8443', host =>
  URL.parse(`https://${host}`)?.host === host.toLowerCase() ? host.toLowerCase() : null,
)
/** "a@b" or "Name <a@b>". */
const isMailbox = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text)
const isFolderOrNew = (path: string) => !existsSync(path) || statSync(path).isDirectory()

/** The environment variables of the app, with their shapes and defaults. */
export const settingsSchema = z.object({
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  DATABASE_POOL: whole(1, 1_000).default(10),
  DATABASE_STATEMENT_TIMEOUT: milliseconds.default(30_000),
  DATABASE_LOCK_TIMEOUT: milliseconds.default(10_000),
  DATA_DIR: z.string().optional(),
  PUBLIC_URL: url(/^https?:\/\/[^/?#]+\/?$/i, 'https://yard.example.com, without a path').optional(),
  SESSION_SECRET: z
    .string()
    .refine(text => text.trim().length >= SECRET_LENGTH, `needs at least ${SECRET_LENGTH} characters`)
    .optional(),
  REDIS_URL: url(/^rediss?:/i, 'redis://…').optional(),
  S3_ENDPOINT: web.optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  OIDC_ISSUER: web.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  ADMIN_EMAILS: emails,
  ADMIN_PASSKEY: z.literal('required', 'must be required, or unset').optional(),
  SIGNUP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  SIGNUP_BLOCKED_DOMAINS: domains,
  TILE_URL: url(/^https?:(?=.*{z})(?=.*{x})(?=.*{-?y})/i, 'https://…/{z}/{x}/{y}.png').default(DEFAULT_TILES),
  DEMO: flag.optional(),
  VITALS: flag.default(true),
  RATE_LIMIT: flag.default(true),
  TRUST_PROXY: proxies,
  SMTP_URL: url(/^smtps?:\/\/[^/?#]/i, 'smtp://mail.example.com').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/, 'must be one line')
    .refine(isMailbox, 'must be an address, like Barkyard <hello@example.com>')
    .optional(),
  PUSH_HOSTS: hosts,
  WEBHOOK_HOSTS: hosts,
  PRIVACY_URL: web.optional(),
  TERMS_URL: web.optional(),
  CONTACT_URL: url(/^(https?|mailto):/i, 'https://…').optional(),
  BACKUP_DIR: z.string().refine(isFolderOrNew, 'must be a folder, or the name of a new one; it is a file').optional(),
  BACKUP_HOUR: whole(0, 23, 'an hour').default(3),
  BACKUP_KEEP: whole(1, 1_000).default(7),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`).default('info'),
  NODE_ENV: z.string().optional(),
})

export type Settings = z.infer<typeof settingsSchema>

export const SETTINGS: readonly string[] = Object.keys(settingsSchema.shape)
