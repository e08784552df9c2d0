import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './settings.ts'

const complaint = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error instanceof Error ? error.message : ''
  }
}

const OIDC = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'yard', OIDC_CLIENT_SECRET: 'secret' }

test.each([
  [{ PORT: '80000' }, 'PORT must be a port, 0 to 65535'],
  [{ DATABASE_URL: 'mysql://localhost/yard' }, 'DATABASE_URL must be an address like postgres://…'],
  [{ PRIVACY_URL: 'javascript:alert(1)' }, 'PRIVACY_URL must be an address like https://…'],
  ...['https://yard.test/app', 'https://yard.test?a'].map((url): [{ PUBLIC_URL: string }, string] => [
    { PUBLIC_URL: url },
    'PUBLIC_URL must be an address like https://yard.example.com, without a path',
  ]),
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an address like smtp://mail.example.com'],
  [{ TILE_URL: 'https://tiles.test/{x}/{y}.png' }, 'TILE_URL must be an address like https://…/{z}/{x}/{y}.png'],
  [{ BACKUP_DIR: import.meta.filename }, 'BACKUP_DIR must be a folder, or the name of a new one; it is a file'],
  [{ PORT: '4000', METRICS_PORT: '4000' }, 'METRICS_PORT must be another port than PORT'],
  [{ RATE_LIMIT: 'yes' }, 'RATE_LIMIT must be 0 or 1'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET needs at least 32 characters'],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/yard' },
    'SESSION_SECRET is required with NODE_ENV=production and a DATABASE_URL',
  ],
  [{ ADMIN_PASSKEY: '1' }, 'ADMIN_PASSKEY must be required, or unset'],
  [
    { ...OIDC, ADMIN_PASSKEY: 'required' },
    'ADMIN_PASSKEY must not be set with OIDC_ISSUER: the provider decides how people sign in',
  ],
  [{ NODE_ENV: 'production', DEMO: '1' }, 'DEMO must not be 1 with NODE_ENV=production'],
  ...['balancer', '1.2.3.4/33', '1.2.3.4/x', '1.2.3.4/0', '::1/129', '::1/64/1'].map(
    (proxy): [{ TRUST_PROXY: string }, string] => [
      { TRUST_PROXY: proxy },
      `TRUST_PROXY must be addresses or networks, comma-joined; ${proxy} is none`,
    ],
  ),
  [
    { ADMIN_EMAILS: 'ada@example.com, bo.example.com' },
    'ADMIN_EMAILS must be e-mail addresses, comma-joined; bo.example.com is none',
  ],
])('%o is reported in one line', (env, line) => {
  expect(complaint(env)).toBe(line)
})

test('settings that belong together must be set together', () => {
  expect(complaint({ S3_ENDPOINT: 'http://localhost:9000' })).toContain('S3_BUCKET')
  expect(complaint({ OIDC_ISSUER: 'https://id.example.com' })).toContain('OIDC_CLIENT_ID')
})

test('an empty variable counts as unset, lists lose their spaces, and addresses become lower case', () => {
  const config = readConfig({ PORT: ' ', REDIS_URL: '', ADMIN_EMAILS: ' Ada@Example.com ,bo@example.com' })
  expect([config.port, config.redisUrl, config.adminEmails]).toEqual([
    3000,
    null,
    ['ada@example.com', 'bo@example.com'],
  ])
})
