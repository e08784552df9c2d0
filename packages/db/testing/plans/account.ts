import { createHash } from 'node:crypto'
import { changeEmail, isEmailTaken, listSessions, renameUser, setPassword } from '../../src/queries/account/account.ts'
import { archivedMatches, archivedMessages, archivedPlaydates } from '../../src/queries/account/archive.ts'
import { endAccess } from '../../src/queries/account/end-access.ts'
import { findLink, openLink, useLink, verifyEmail } from '../../src/queries/account/links.ts'
import { findUser, findUserByEmail, updatePlace } from '../../src/queries/account/users.ts'
import * as passkeys from '../../src/queries/passkeys/passkeys.ts'
import { archivedReports } from '../../src/queries/reports/reports.ts'
import { sweepOlder } from '../../src/queries/rows.ts'
import { joinIdentity } from '../../src/queries/sign-in/oidc.ts'
import * as sessions from '../../src/queries/sign-in/sessions.ts'
import { createToken, deleteToken, findTokenCaller, listTokens } from '../../src/queries/tokens/tokens.ts'
import { type Calls, match, now, of, owner, soon, user, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const A_SESSION = { userId: user, device: 'Chrome on Android', proof: { passwordHash: null }, at: now }
const NO_LIMITS = { isAdmin: false, scopes: ['read' as const], expiresAt: null, passkeyId: null }
const A_TOKEN = { ...NO_LIMITS, name: 'x', hash: Buffer.from('x') }
const A_LINK = { id: crowdId.job(20), purpose: 'reset-password' as const, email: 'owner1@crowd.test' }
const A_PASSKEY = { name: 'x', credentialId: 'x', publicKey: Buffer.from('x'), counter: 0, transports: [] }
const IDENTITY = {
  admit: async () => {},
  issuer: 'https://id.test',
  subject: 'somebody',
  email: 'owner41@crowd.test',
  ...{ isEmailVerified: true, isAdmin: false, firstName: 'Robin', lastName: 'Hale' },
}

/** Reads a list to its end. */
async function all(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** Sign-in, accounts and their export. */
export const account: Calls = {
  auth: {
    'find a session': of(5, sessions.findSession, crowdId.session(1), new Date(0)),
    'find sessions': of(20, sessions.findSessions, [crowdId.session(1), crowdId.session(2)], new Date(0)),
    'start a session': of(20, sessions.createSession, A_SESSION),
    'touch a session': of(5, sessions.touchSession, crowdId.session(1)),
    'end a session': of(5, sessions.endSession, crowdId.session(2)),
    'sweep sessions': of(5, db => sweepOlder(db, 'sessions', 'last_used_at', new Date(0))),
    'find by e-mail': of(2, findUserByEmail, 'Owner7@crowd.test'),
    'find a user': of(2, findUser, user),
    move: within(20, updatePlace, user, place => ({ ...place, city: 'Elsewhere' })),
    tokens: of(5, listTokens, user),
    'create a token': within(20, createToken, user, A_TOKEN, 20),
    'delete a token': of(5, deleteToken, user, crowdId.token(1)),
    'find a token': of(5, findTokenCaller, createHash('sha256').update('2').digest(), now),
  },
  passkeys: {
    list: of(10, passkeys.listPasskeys, user),
    credentials: of(10, passkeys.listCredentials, user),
    'has one': of(5, passkeys.hasPasskey, user),
    add: within(20, passkeys.addPasskey, user, A_PASSKEY, now),
    find: of(5, passkeys.findCredential, A_PASSKEY.credentialId),
    use: within(10, passkeys.usePasskey, { id: crowdId.passkey(1), userId: user, counter: 1 }, now),
    remove: within(20, passkeys.removePasskey, user, crowdId.passkey(1)),
    'remove all': within(40, passkeys.removeAllPasskeys, user),
    'keep a challenge': of(5, passkeys.keepChallenge, {
      challenge: 'x',
      sessionId: crowdId.session(3),
      expiresAt: soon,
    }),
    'take a challenge': of(5, passkeys.takeChallenge, { id: crowdId.job(1) }, now),
    'take a session’s challenge': of(5, passkeys.takeChallenge, { sessionId: crowdId.session(3) }, now),
    'sweep challenges': of(5, db => sweepOlder(db, 'passkey_challenges', 'expires_at', new Date(0))),
  },
  account: {
    'open a link': within(20, openLink, { ...A_LINK, isMailed: true, userId: user, askedAt: now, expiresAt: now }),
    'find a link': of(5, findLink, 'verify-email', crowdId.link(7), now),
    'use a link': within(5, useLink, 'verify-email', crowdId.link(8), now),
    'set a password': within(20, setPassword, user, 'hash', crowdId.session(1)),
    'other sessions': within(5, endAccess, 'other sessions ended', crowdId.user(9)),
    'own session': within(5, endAccess, 'session ended', crowdId.user(10), [crowdId.session(10)]),
    'take-over': within(20, endAccess, 'take-over', crowdId.user(11)),
    sessions: of(20, listSessions, user, { since: new Date(0), currentId: null, limit: 500 }),
    'when signed in': of(2, sessions.sessionStartedAt, crowdId.session(1)),
    rename: of(5, renameUser, user, { firstName: 'Robin' }),
    'is an address taken': of(2, isEmailTaken, 'owner7@crowd.test', user),
    'change an address': within(5, changeEmail, user, 'new@crowd.test', now),
    'sweep links': of(5, db => sweepOlder(db, 'account_links', 'expires_at', new Date(0))),
    'verify an address': within(5, verifyEmail, { id: '', userId: crowdId.user(12), email: 'owner12@crowd.test' }, now),
  },
  archive: {
    matches: of(2_000, db => all(archivedMatches(db, owner))),
    messages: of(20, db => all(archivedMessages(db, match))),
    playdates: of(20, archivedPlaydates, owner, match),
    reports: of(50, db => all(archivedReports(db, crowdId.user(20_001)))),
  },
  oidc: {
    'a newcomer': of(20, joinIdentity, { ...IDENTITY, email: 'new.person@crowd.test' }, now),
    'a known subject': of(20, joinIdentity, { ...IDENTITY, email: 'new.person@crowd.test' }, now),
    'an account with the address': of(20, joinIdentity, { ...IDENTITY, subject: 'another' }, now),
  },
}
