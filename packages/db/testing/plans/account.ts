import { createHash } from 'node:crypto'
import { changeEmail, isEmailTaken, listSessions, renameUser, setPassword } from '../../src/queries/account/account.ts'
import { archivedMatches, archivedMessages, archivedPlaydates } from '../../src/queries/account/archive.ts'
import { endAccess } from '../../src/queries/account/end-access.ts'
import { findLink, openLink, useLink, verifyEmail } from '../../src/queries/account/links.ts'
import { findUser, findUserByEmail, updatePlace } from '../../src/queries/account/users.ts'
import {
  addPasskey,
  findCredential,
  hasPasskey,
  keepChallenge,
  listCredentials,
  listPasskeys,
  removeAllPasskeys,
  removePasskey,
  takeChallenge,
  usePasskey,
} from '../../src/queries/passkeys/passkeys.ts'
import { archivedReports } from '../../src/queries/reports/reports.ts'
import { sweepOlder } from '../../src/queries/rows.ts'
import { joinIdentity } from '../../src/queries/sign-in/oidc.ts'
import {
  createSession,
  endSession,
  findSession,
  findSessions,
  sessionStartedAt,
  touchSession,
} from '../../src/queries/sign-in/sessions.ts'
import { createToken, deleteToken, findTokenCaller, listTokens } from '../../src/queries/tokens/tokens.ts'
import { type Calls, match, now, of, owner, soon, user, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const A_TOKEN = {
  name: 'x',
  isAdmin: false,
  scopes: ['read' as const],
  expiresAt: null,
  passkeyId: null,
  hash: Buffer.from('x'),
}

const A_PASSKEY = { name: 'x', credentialId: 'x', publicKey: Buffer.from('x'), counter: 0, transports: [] }

const IDENTITY = {
  admit: async () => {},
  issuer: 'https://id.test',
  subject: 'somebody',
  email: 'owner41@crowd.test',
  isEmailVerified: true,
  firstName: 'Robin',
  lastName: 'Hale',
  isAdmin: false,
}

/** Reads a list to its end. */
async function all(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** Sign-in, accounts and their export. */
export const account: Calls = {
  auth: {
    'find a session': of(5, db => findSession(db, crowdId.session(1), new Date(0))),
    'find sessions': of(20, db => findSessions(db, [crowdId.session(1), crowdId.session(2)], new Date(0))),
    'start a session': of(20, db =>
      createSession(db, { userId: user, device: 'Chrome on Android', proof: { passwordHash: null }, at: now }),
    ),
    'touch a session': of(5, db => touchSession(db, crowdId.session(1))),
    'end a session': of(5, db => endSession(db, crowdId.session(2))),
    'sweep sessions': of(5, db => sweepOlder(db, 'sessions', 'last_used_at', new Date(0))),
    'find by e-mail': of(2, db => findUserByEmail(db, 'Owner7@crowd.test')),
    'find a user': of(2, db => findUser(db, user)),
    move: within(20, trx => updatePlace(trx, user, place => ({ ...place, city: 'Elsewhere' }))),
    tokens: of(5, db => listTokens(db, user)),
    'create a token': within(20, trx => createToken(trx, user, A_TOKEN, 20)),
    'delete a token': of(5, db => deleteToken(db, user, crowdId.token(1))),
    'find a token': of(5, db => findTokenCaller(db, createHash('sha256').update('2').digest(), now)),
  },
  passkeys: {
    list: of(10, db => listPasskeys(db, user)),
    credentials: of(10, db => listCredentials(db, user)),
    'has one': of(5, db => hasPasskey(db, user)),
    add: within(20, trx => addPasskey(trx, user, A_PASSKEY, now)),
    find: of(5, db => findCredential(db, A_PASSKEY.credentialId)),
    use: within(10, trx => usePasskey(trx, { id: crowdId.passkey(1), userId: user, counter: 1 }, now)),
    remove: within(20, trx => removePasskey(trx, user, crowdId.passkey(1))),
    'remove all': within(40, trx => removeAllPasskeys(trx, user)),
    'keep a challenge': of(5, db =>
      keepChallenge(db, { challenge: 'x', sessionId: crowdId.session(3), expiresAt: soon }),
    ),
    'take a challenge': of(5, db => takeChallenge(db, { id: crowdId.job(1) }, now)),
    'take a session’s challenge': of(5, db => takeChallenge(db, { sessionId: crowdId.session(3) }, now)),
    'sweep challenges': of(5, db => sweepOlder(db, 'passkey_challenges', 'expires_at', new Date(0))),
  },
  account: {
    'open a link': within(20, trx =>
      openLink(trx, {
        id: crowdId.job(20),
        isMailed: true,
        userId: user,
        purpose: 'reset-password',
        email: 'owner1@crowd.test',
        askedAt: now,
        expiresAt: now,
      }),
    ),
    'find a link': of(5, db => findLink(db, 'verify-email', crowdId.link(7), now)),
    'use a link': within(5, trx => useLink(trx, 'verify-email', crowdId.link(8), now)),
    'set a password': within(20, trx => setPassword(trx, user, 'hash', crowdId.session(1))),
    'other sessions': within(5, trx => endAccess(trx, 'other sessions ended', crowdId.user(9))),
    'own session': within(5, trx => endAccess(trx, 'session ended', crowdId.user(10), [crowdId.session(10)])),
    'take-over': within(20, trx => endAccess(trx, 'take-over', crowdId.user(11))),
    sessions: of(20, db => listSessions(db, user, { since: new Date(0), currentId: null, limit: 500 })),
    'when signed in': of(2, db => sessionStartedAt(db, crowdId.session(1))),
    rename: of(5, db => renameUser(db, user, { firstName: 'Robin' })),
    'is an address taken': of(2, db => isEmailTaken(db, 'owner7@crowd.test', user)),
    'change an address': within(5, trx => changeEmail(trx, user, 'new@crowd.test', now)),
    'sweep links': of(5, db => sweepOlder(db, 'account_links', 'expires_at', new Date(0))),
    'verify an address': within(5, trx =>
      verifyEmail(trx, { id: '', userId: crowdId.user(12), email: 'owner12@crowd.test' }, now),
    ),
  },
  archive: {
    matches: of(2_000, db => all(archivedMatches(db, owner))),
    messages: of(20, db => all(archivedMessages(db, match))),
    playdates: of(20, db => archivedPlaydates(db, owner, match)),
    reports: of(50, db => all(archivedReports(db, crowdId.user(20_001)))),
  },
  oidc: {
    'a newcomer': of(20, db => joinIdentity(db, { ...IDENTITY, email: 'new.person@crowd.test' }, now)),
    'a known subject': of(20, db => joinIdentity(db, { ...IDENTITY, email: 'new.person@crowd.test' }, now)),
    'an account with the address': of(20, db => joinIdentity(db, { ...IDENTITY, subject: 'another' }, now)),
  },
}
