import { type Db, openDatabase } from '@barkyard/db/open'
import { newId } from '@barkyard/db/queries/ids'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { explore, isWhole } from '@barkyard/db/testing/explore'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import { newAdmin } from '../admin.ts'
import { startApp } from '../app.ts'
import { type Answer, Client, ownerWithDog, PASSWORD } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { TestProvider } from '../provider.ts'
import { testPushService } from '../push-service.ts'
import { type Created, Script } from '../tokens.ts'
import { addressOf, ENDERS, MAKERS, type MakerName, newEmail, type Scene, type Victim } from './lasting-calls.ts'

/**
 * Somebody who is signed in, and knows the password, makes what outlives the call (a token, a link …) while the owner ends
 * their access. What is made afterwards must not be there, and what goes with the access must be gone.
 *
 * Each pair is tried once in each order that is sure. EXPLORE=whole tries them at once too, and again and again.
 */
const ORDERS = ['the end comes first', 'the end comes last', 'at once'] as const

let scene: Scene
let db: Db
let passwordHash: string
const mailbox = await testMailbox()
const pushes = await testPushService()

beforeAll(async () => {
  const database = await createTestDatabase()
  const provider = await new TestProvider().start()
  const env = {
    SESSION_SECRET: 'one for all of these processes, as in production',
    SMTP_URL: mailbox.url,
    PUSH_HOSTS: pushes.host,
    DATABASE_POOL: '30',
    // A call waits until the others have come to the row, which takes its time on a busy machine.
    DATABASE_LOCK_TIMEOUT: '600000',
    DATABASE_STATEMENT_TIMEOUT: '600000',
  }
  db = openDatabase(database.url, { max: 3 })
  const [thiefs, owners] = [await startApp(database.url, env), await startApp(database.url, env)]
  const atProvider = await startApp(database.url, { ...env, ...provider.env })
  const [admin, { dog }] = [await newAdmin(owners), await ownerWithDog(owners.url)]
  scene = { thiefs, owners, atProvider, provider, mailbox, pushes, admin, dog }
  passwordHash = await owners.services.passwords.hash(PASSWORD)
})

afterAll(async () => {
  for (const app of [scene.thiefs, scene.owners, scene.atProvider]) await app.stop()
  await scene.provider.close()
  await db.destroy()
})

async function newVictim(isAdmin: boolean): Promise<Victim> {
  const { thiefs, owners, atProvider } = scene
  const [userId, email] = [newId(), newEmail()]
  const user = { id: userId, email, password_hash: passwordHash, first_name: 'Robin', last_name: 'Hale' }
  await db
    .insertInto('users')
    .values({ ...user, is_admin: isAdmin })
    .execute()
  const signIn = async (url: string) => {
    const client = new Client(url)
    expect((await client.post('/api/login', { email, password: PASSWORD })).status).toBe(200)
    const sessions = await client.get<{ id: string; current: boolean }[]>('/api/sessions')
    return { client, id: sessions.body.find(({ current }) => current)?.id ?? '' }
  }
  const [owner, thief] = [await signIn(owners.url), await signIn(thiefs.url)]
  const linkTo = async (purpose: 'reset-password' | 'change-email', to: string) => {
    const [id, now] = [newId(), new Date()]
    const times = { asked_at: now, expires_at: new Date(now.getTime() + 60_000) }
    await db
      .insertInto('account_links')
      .values({ id, user_id: userId, purpose, email: to, ...times })
      .execute()
    return thiefs.services.linkTokens.make(purpose, id)
  }
  const { body } = await owner.client.post<Created>('/api/tokens', { name: 'of both' })
  const script = new Script(thiefs.url, body.token)
  expect((await script.get('/api/tokens')).status).toBe(200)
  // When they were seen is noted later. The first note would wait for the owner's row, and count as a call.
  for (const app of [thiefs, owners, atProvider]) await app.services.presence.flush()
  return {
    ...scene,
    userId,
    email,
    owner: owner.client,
    thief: thief.client,
    script,
    tokenId: body.id,
    sessions: { owners: owner.id, thiefs: thief.id },
    links: {
      ownersReset: await linkTo('reset-password', email),
      thiefsReset: await linkTo('reset-password', email),
      thiefsAddress: await linkTo('change-email', addressOf({ userId }, 'confirmed')),
    },
  }
}

/** Runs calls in an order: each one has ended, or waits for the owner's row, before the next begin. @returns what had ended when that row was free. */
async function inOrder(userId: string, steps: (() => Promise<unknown>[])[]): Promise<Set<Promise<unknown>>> {
  const ended = new Set<Promise<unknown>>()
  let begun = 0
  return db.transaction().execute(async trx => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx)
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    for (const step of steps) {
      for (const call of step()) {
        begun++
        void call.finally(() => ended.add(call))
      }
      await until(async () => ended.size + (await waiting()) >= begun)
    }
    return new Set(ended)
  })
}

/** Queries that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** @returns the makers whose work is left although it should not be. */
async function play(enderName: string, names: readonly MakerName[], order: (typeof ORDERS)[number]) {
  const ender = ENDERS[enderName]
  if (!ender) throw new Error(enderName)
  const victim = await newVictim(ender.ends.includes('impersonation'))
  let calls: Promise<Answer<unknown>>[] = []
  let end = Promise.resolve(false)
  const make = () => {
    calls = names.map(name => MAKERS[name].call(victim))
    return calls
  }
  const endAll = () => {
    end = ender.call(victim)
    return [end]
  }
  let isEndFirst = order === 'the end comes first'
  if (order === 'at once') await Promise.all([...make(), ...endAll()])
  else if (isEndFirst && ender.locksLate) {
    await Promise.all(endAll())
    make()
  } else {
    const ended = await inOrder(victim.userId, isEndFirst ? [endAll, make] : [make, endAll])
    isEndFirst ||= ended.has(end)
  }
  const answers = await Promise.all(calls)
  // A maker that came first may lock the owner out. One that came later may not.
  if (!(await end)) return isEndFirst ? names : []
  await until(async () => {
    const mails = db.selectFrom('jobs').select('id').where('user_id', '=', victim.userId).where('kind', '=', 'mail')
    return (await mails.execute()).length === 0
  })
  const left: MakerName[] = []
  for (const [index, name] of names.entries()) {
    const answer = answers[index]
    if (answer?.status !== 200) continue
    const isOver = ender.takes.includes(name) || (isEndFirst && ender.ends.includes(name))
    if (isOver && (await MAKERS[name].isLeft(victim, answer))) left.push(name)
  }
  return left
}

/** Each end of access with all that can be made at once, and with what has to be alone. */
const PLAN = ORDERS.filter(order => isWhole || order !== 'at once').flatMap(order =>
  Object.entries(ENDERS).flatMap(([ender, { ends }]) => {
    const alone = ends.filter(name => 'isAlone' in MAKERS[name])
    const together = ends.filter(name => !alone.includes(name))
    return [together, ...alone.map(name => [name])].map(names => ({ ender, names, order }))
  }),
)
const ROUNDS = explore(PLAN.length, 500)

test('nothing that is made while its maker loses access outlives it', async () => {
  const survivors: Record<string, number> = {}
  let pairs = 0
  for (let round = 0; round < ROUNDS; round++) {
    const step = PLAN[round % PLAN.length]
    if (!step) break
    const { ender, names, order } = step
    pairs += names.length
    for (const name of await play(ender, names, order)) {
      const pair = `${ender} | ${name} | ${order}`
      survivors[pair] = (survivors[pair] ?? 0) + 1
    }
  }
  console.log(`${ROUNDS} rounds, ${pairs} overlapping pairs, plan of ${PLAN.length}`)
  expect(survivors).toEqual({})
}, 1_800_000)

test('a mail that is being sent while the password changes carries no link that works', async () => {
  const victim = await newVictim(false)
  const { thiefs, owners, atProvider } = scene
  const confirming = () =>
    db
      .selectFrom('jobs')
      .selectAll()
      .where('user_id', '=', victim.userId)
      .where(sql`payload ->> 'mail'`, '=', 'confirm-new-email')
  mailbox.mood = 'refuse'
  expect((await MAKERS['new address'].call(victim)).status).toBe(200)
  await until(async () => (await confirming().execute()).every(job => job.attempts > 0 && job.lease_id === null))
  mailbox.mood = 'take'
  const sent = () =>
    [thiefs, owners, atProvider].reduce((sum, { services }) => sum + (services.jobs.counts().get('mail')?.done ?? 0), 0)
  const before = sent()
  let end = Promise.resolve(false)
  await inOrder(victim.userId, [
    () => {
      end = ENDERS['change of the password']?.call(victim) ?? end
      return [end]
    },
    () => {
      const due = db.updateTable('jobs').set({ due_at: new Date() }).where('user_id', '=', victim.userId)
      const again = due
        .where(sql`payload ->> 'mail'`, '=', 'confirm-new-email')
        .execute()
        .then(() => {
          thiefs.services.jobs.wake(MAIL)
          return until(() => sent() > before)
        })
      return [again]
    },
  ])
  expect(await end).toBe(true)
  // This one, and that the password has changed.
  await until(() => sent() >= before + 2)
  expect(await MAKERS['new address'].isLeft(victim)).toBe(false)
})
