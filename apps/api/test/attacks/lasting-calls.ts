import { randomUUID } from 'node:crypto'
import { setRole } from '@barkyard/db/queries/account/users'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Mailbox } from '../../testing/mailbox.ts'
import type { PushService } from '../../testing/push-service.ts'
import type { TestApp } from '../app.ts'
import { Authenticator } from '../authenticator.ts'
import { Browser } from '../browser.ts'
import { type Answer, Client, PASSWORD } from '../client.ts'
import type { TestProvider } from '../provider.ts'
import type { Script } from '../tokens.ts'

/** Where the calls are made: the thief's and the owner's reach different processes, which share no bus. */
export interface Scene {
  thiefs: TestApp
  owners: TestApp
  /** The same installation once it signs in at a provider. */
  atProvider: TestApp
  provider: TestProvider
  mailbox: Mailbox
  pushes: PushService
  admin: Client
  /** Somebody else's, to be impersonated. */
  dog: Dog
}

/** An account whose owner and a thief are signed in. The thief knows the password, too. */
export interface Victim extends Scene {
  userId: string
  email: string
  owner: Client
  thief: Client
  /** A token that the thief has as well. */
  script: Script
  tokenId: string
  sessions: { owners: string; thiefs: string }
  /** The tokens of links that were mailed. */
  links: { ownersReset: string; thiefsReset: string; thiefsAddress: string }
}

/** A call of the thief's that makes what outlives it. */
interface Maker {
  call(victim: Victim): Promise<Answer<unknown>>
  /** Whether what the call made is there and works. */
  isLeft(victim: Victim, answer: Answer<unknown>): Promise<boolean>
  /** It ends access itself, so it runs without the others. */
  isAlone?: true
}

/** A call that ends access. */
interface Ender {
  /** @returns whether it has ended anything. */
  call(victim: Victim): Promise<boolean>
  /** Makers that can do nothing from then on. */
  ends: readonly MakerName[]
  /** Makers whose work goes with it, whenever it was done. */
  takes: readonly MakerName[]
  /** It locks the account after other rows, so waiting for the account does not make it the first. */
  locksLate?: true
}

const THIEFS_PASSWORD = 'my own one now'
const OWNERS_PASSWORD = 'the new one of mine'
export const addressOf = ({ userId }: Pick<Victim, 'userId'>, what: string) => `${what}-${userId}@thief.test`
const idOf = ({ body }: Answer<unknown>) => (body as { id: string }).id
const hook = { url: 'https://thief.test/hook', events: ['message'] }

const isThere = async (query: { executeTakeFirst(): Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined
const rowOf = ({ owners }: Victim, table: 'tokens' | 'webhooks' | 'push_endpoints', answer: Answer<unknown>) =>
  owners.services.db.selectFrom(table).select('id').where('id', '=', idOf(answer))
const sessionsOf = ({ owners, userId }: Victim) =>
  owners.services.db.selectFrom('sessions').select('id').where('user_id', '=', userId)
const userOf = ({ owners, userId }: Victim) =>
  owners.services.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()

async function hasPassword(victim: Victim, password: string): Promise<boolean> {
  return victim.owners.services.passwords.verify((await userOf(victim))?.password_hash, password)
}

export const MAKERS = {
  token: {
    call: ({ thief }) => thief.post('/api/tokens', { name: 'thief’s' }),
    isLeft: (victim, answer) => isThere(rowOf(victim, 'tokens', answer)),
  },
  'token of an admin': {
    call: ({ thief }) => thief.post('/api/tokens', { name: 'thief’s', isAdmin: true }),
    isLeft: (victim, answer) => isThere(rowOf(victim, 'tokens', answer).where('is_admin', '=', true)),
  },
  impersonation: {
    call: ({ thief, dog }) => thief.post(`/api/admin/impersonate-dog/${dog.id}`),
    isLeft: victim =>
      isThere(sessionsOf(victim).where('id', '=', victim.sessions.thiefs).where('impersonated_dog_id', 'is not', null)),
  },
  webhook: {
    call: ({ thief }) => thief.post('/api/webhooks', hook),
    isLeft: (victim, answer) => isThere(rowOf(victim, 'webhooks', answer)),
  },
  'webhook of the token': {
    call: ({ script }) => script.post('/api/webhooks', hook),
    isLeft: (victim, answer) => isThere(rowOf(victim, 'webhooks', answer)),
  },
  feed: {
    call: ({ thief }) => thief.post('/api/calendar-feed'),
    isLeft: async ({ owners }, { body }) =>
      (await new Client(owners.url).get(new URL((body as { url: string }).url).pathname)).status === 200,
  },
  browser: {
    call: ({ thief, pushes }) => thief.post('/api/push/endpoints', pushes.subscribe()),
    isLeft: (victim, answer) => isThere(rowOf(victim, 'push_endpoints', answer)),
  },
  passkey: {
    call: ({ thief, thiefs }) => new Authenticator(thiefs.services.config.publicUrl).addTo(thief),
    isLeft: ({ owners, userId }) =>
      isThere(owners.services.db.selectFrom('passkeys').select('id').where('user_id', '=', userId)),
  },
  'new address': {
    call: victim => victim.thief.post('/api/account/email', { password: PASSWORD, email: addressOf(victim, 'new') }),
    // The owner reads no mail of that address: whatever was sent there must be worth nothing.
    async isLeft(victim) {
      const mail = victim.mailbox.mails.find(({ to }) => to === addressOf(victim, 'new'))
      if (!mail) return false
      const token = new URL(mail.link).searchParams.get('token')
      return (await new Client(victim.owners.url).post('/api/change-email', { token })).status === 200
    },
  },
  'link to verify': {
    call: ({ thief }) => thief.post('/api/account/verify-email'),
    isLeft: async () => true,
  },
  export: {
    call: ({ thief }) => thief.post('/api/account/export', { password: PASSWORD }),
    isLeft: async () => true,
  },
  'sign-in': {
    call: ({ thiefs, email }) => new Client(thiefs.url).post('/api/login', { email, password: PASSWORD }),
    isLeft: victim => isThere(sessionsOf(victim).where('id', 'not in', Object.values(victim.sessions))),
  },
  'changed password': {
    isAlone: true,
    call: ({ thief }) => thief.post('/api/account/password', { current: PASSWORD, password: THIEFS_PASSWORD }),
    isLeft: victim => hasPassword(victim, THIEFS_PASSWORD),
  },
  'reset password': {
    isAlone: true,
    call: ({ thiefs, links }) =>
      new Client(thiefs.url).post('/api/reset', { token: links.thiefsReset, password: THIEFS_PASSWORD }),
    isLeft: victim => hasPassword(victim, THIEFS_PASSWORD),
  },
  'confirmed address': {
    isAlone: true,
    call: ({ thiefs, links }) => new Client(thiefs.url).post('/api/change-email', { token: links.thiefsAddress }),
    isLeft: async victim => (await userOf(victim))?.email === addressOf(victim, 'confirmed'),
  },
} as const satisfies Record<string, Maker>

export type MakerName = keyof typeof MAKERS

const THINGS = ['token', 'webhook', 'feed', 'browser'] as const
const BY_SESSION = [...THINGS, 'passkey', 'new address', 'link to verify', 'export', 'changed password'] as const
const EVERYTHING = [...BY_SESSION, 'webhook of the token', 'sign-in', 'reset password', 'confirmed address'] as const
/** What goes with a password that is replaced. The rest is not undone by it, but only by who did it. */
const WITH_PASSWORD = [...THINGS, 'new address', 'webhook of the token', 'sign-in', 'changed password'] as const

const isDone = async (answer: Promise<Answer<unknown>>) => (await answer).status === 200

export const ENDERS: Record<string, Ender> = {
  'change of the password': {
    call: ({ owner }) => isDone(owner.post('/api/account/password', { current: PASSWORD, password: OWNERS_PASSWORD })),
    ends: EVERYTHING,
    takes: WITH_PASSWORD,
  },
  'reset by a link': {
    call: ({ owners, links }) =>
      isDone(new Client(owners.url).post('/api/reset', { token: links.ownersReset, password: OWNERS_PASSWORD })),
    ends: EVERYTHING,
    takes: WITH_PASSWORD,
  },
  'take-over by OpenID': {
    async call(victim) {
      const { atProvider, provider, userId, email } = victim
      provider.next = { sub: userId, email, email_verified: true, name: 'Robin Hale' }
      await new Browser(atProvider.url).signIn()
      return (await userOf(victim))?.oidc_subject === userId
    },
    ends: EVERYTHING,
    // Who signs in at the provider has a session, too.
    takes: ['passkey', ...WITH_PASSWORD.filter(maker => maker !== 'sign-in')],
  },
  'deletion of the account': {
    call: ({ owner }) => isDone(owner.delete('/api/account', { password: PASSWORD })),
    ends: EVERYTHING,
    takes: WITH_PASSWORD,
  },
  'deletion by an admin': {
    call: ({ admin, userId }) => isDone(admin.delete('/api/admin/users', { userIds: [userId] })),
    ends: EVERYTHING,
    takes: WITH_PASSWORD,
  },
  suspension: {
    call: ({ admin, userId }) => isDone(admin.post(`/api/admin/users/${userId}/suspend`, { statement: 'Because' })),
    ends: [...THINGS, 'passkey', 'webhook of the token'],
    takes: [],
    locksLate: true,
  },
  'end of the session': {
    call: ({ owner, sessions }) => isDone(owner.delete(`/api/sessions/${sessions.thiefs}`)),
    ends: BY_SESSION,
    takes: ['browser'],
  },
  'end of all other sessions': {
    call: ({ owner }) => isDone(owner.delete('/api/sessions')),
    ends: BY_SESSION,
    takes: ['browser'],
  },
  'sign-out': {
    call: async ({ owners, thief }) => {
      const same = new Client(owners.url)
      same.cookie = thief.cookie
      return isDone(same.send('GET', '/api/logout', undefined, { accept: 'application/json' }))
    },
    ends: BY_SESSION,
    takes: ['browser'],
  },
  'end of the token': {
    call: ({ owner, tokenId }) => isDone(owner.delete(`/api/tokens/${tokenId}`)),
    ends: ['webhook of the token'],
    takes: ['webhook of the token'],
  },
  'end of the admin rights': {
    call: async ({ owners, email }) => (await setRole(owners.services.db, email, 'owner')) !== undefined,
    ends: ['token of an admin', 'impersonation'],
    takes: ['token of an admin', 'impersonation'],
  },
}

export const newEmail = () => `owner-${randomUUID()}@example.test`
