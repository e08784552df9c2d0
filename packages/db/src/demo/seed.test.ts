import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { accepted } from '../../testing/accepted.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { addRow } from '../../testing/owners.ts'
import { checkData } from '../check.ts'
import { listAudit } from '../queries/audit.ts'
import { newId } from '../queries/ids.ts'
import { listLost } from '../queries/lost/lost.ts'
import { countUnread, listMatches } from '../queries/matches/matches.ts'
import { listMessages } from '../queries/messages/messages.ts'
import { countPending, listPlaydates } from '../queries/playdates/lists.ts'
import { listCases } from '../queries/reports/moderation-queue.ts'
import { listNotices } from '../queries/reports/notices.ts'
import { listVerificationQueue } from '../queries/verification/verification-queue.ts'
import type { Database } from '../schema.ts'
import { demo, demoChats, demoPlaydates, demoWalks } from './demo.ts'
import { type SeedOptions, seedDemo } from './seed.ts'

const now = new Date('2026-11-20T23:30:00Z')
const db = await openTestDatabase()

/** Options that store photos nowhere, three at a time; what they saved, how many at once, and the log. */
function seeding(more: Partial<SeedOptions> = {}) {
  const made = { saved: [] as string[], most: 0, lines: [] as string[] }
  let working = 0
  const options: SeedOptions = {
    now,
    hashPassword: async password => `hash of ${password}`,
    async savePhoto(_, svg) {
      made.saved.push(svg)
      made.most = Math.max(made.most, ++working)
      await new Promise(resolve => setImmediate(resolve))
      working--
    },
    atOnce: 3,
    log: line => made.lines.push(line),
    ...more,
  }
  return { made, options }
}

async function counts(): Promise<Record<string, number>> {
  const tables: (keyof Database)[] = [
    ...(['users', 'dogs', 'photos', 'matches', 'match_dogs', 'messages', 'playdates'] as const),
    ...(['walks', 'searches', 'lost_cases', 'lost_sightings'] as const),
  ]
  const entries = tables.map(async table => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db)
    return [table, rows[0]?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const dogOf = async (email: string) => {
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  return { ...user, kind: 'dog' as const, userId: user.id, dogId: user.active_dog_id ?? '' }
}

test('somebody who already has an address of the demo keeps it, and there is no demo', async () => {
  const id = newId()
  onTestFinished(async () => void (await db.deleteFrom('users').where('id', '=', id).execute()))
  await addRow(db, 'users', { id, email: 'Owner@Demo.test', first_name: 'A', last_name: 'B' })
  const { made, options } = seeding()
  expect(await seedDemo(db, options)).toBe(false)
  expect(made.lines.join()).toContain('Owner@Demo.test')
  expect((await counts()).users).toBe(1)
})

test('a crash while photos are stored leaves nothing behind', async () => {
  let left = 20
  const savePhoto = async () => {
    if (left-- === 0) throw new Error('the disk is full')
  }
  await expect(seedDemo(db, seeding({ savePhoto }).options)).rejects.toThrow('the disk is full')
  expect(Object.values(await counts()).every(n => n === 0)).toBe(true)
})

describe('what is seeded', () => {
  let { made } = seeding()
  beforeAll(async () => {
    const [one, other] = [seeding(), seeding()]
    const answers = await Promise.all([seedDemo(db, one.options), seedDemo(db, other.options)])
    // Of two processes that start one creates the demo.
    expect(answers.toSorted()).toEqual([false, true])
    made = answers[0] ? one.made : other.made
  })

  test('everything is stored once, however often the demo is seeded, a few photos at a time', async () => {
    expect(made.most).toBe(3)
    const chats = demoChats(now)
    const first = await counts()
    expect(first).toEqual({
      users: demo.owners.length,
      dogs: demo.dogs.length,
      // One drawing shows a dog beside four words for a moderator.
      photos: made.saved.length - 1,
      matches: chats.length,
      match_dogs: chats.length * 2,
      messages: chats.reduce((sum, chat) => sum + chat.messages.length, 0),
      playdates: demoPlaydates(now).length,
      walks: demoWalks(now).length,
      searches: 1,
      lost_cases: 1,
      lost_sightings: 2,
    })
    const again = seeding()
    expect(await seedDemo(db, again.options)).toBe(false)
    expect([again.made.saved, again.made.lines]).toEqual([[], []])
    expect(await counts()).toEqual(first)
  })

  test('the two accounts have their stories', async () => {
    const owner = await dogOf('owner@demo.test')
    expect(owner).toMatchObject({ is_admin: false, is_demo: true })
    expect(await countUnread(db, owner)).toBe(7)
    expect(await countPending(db, owner, now)).toBe(1)
    const { items: playdates } = accepted(await listPlaydates(db, owner, { now, limit: 500 }))
    expect(new Set(playdates.map(one => one.status))).toEqual(new Set(['proposed', 'accepted', 'declined']))
    expect(playdates.some(one => one.status === 'accepted' && new Date(one.whenTs) > now)).toBe(true)
    const phrases = playdates.flatMap(({ signals }) => signals.map(({ phrase }) => phrase))
    expect(phrases).toEqual(['on-the-lawn', 'bringing-a-ball', 'see-you-soon'])
    // Somebody nearby looks for a dog.
    expect(accepted(await listLost(db, owner, { now, limit: 50 })).items).toMatchObject([
      { dog: { name: 'Cashew' }, distance: 2 },
    ])
    const admin = await dogOf('admin@demo.test')
    expect(admin).toMatchObject({ is_admin: true, is_demo: true })
    expect(await countUnread(db, admin)).toBeGreaterThan(0)
  })

  test('the queue has an urgent report, another one, a decision and an appeal against it; no dog is hidden', async () => {
    const reader = { adminId: (await dogOf('admin@demo.test')).id, role: 'admin' as const, now }
    const queue = async (state: 'open' | 'decided') =>
      accepted(await listCases(db, { state, claimed: 'anybody', limit: 50 }, reader)).items
    expect((await queue('open')).map(({ kind, dog, reporters }) => [kind, dog.name, reporters])).toEqual([
      ['danger', 'Gaston', 1],
      ['appeal', 'Juniper', 0],
      ['fake', 'Boris', 2],
    ])
    expect((await queue('decided')).map(({ kind, dog }) => [kind, dog.name])).toEqual([['photo', 'Juniper']])
    const owner = await dogOf('owner@demo.test')
    expect(accepted(await listNotices(db, owner.id, { limit: 50 })).items).toMatchObject([
      { action: 'warn', dogName: 'Juniper', appeal: { state: 'open' } },
    ])
    expect(await db.selectFrom('dogs').select('id').where('unseen', '=', true).execute()).toEqual([])
    const audit = accepted(await listAudit(db, { search: '', limit: 50 }))
    expect(audit.items).toMatchObject([{ action: 'owner-warned', userId: owner.id, detail: { name: 'Juniper' } }])
    const seen = sql`
      SELECT event, user_id FROM notifications
      WHERE event IN ('decision', 'report-decided') AND seen_at IS NOT NULL AND mail_at IS NULL ORDER BY event`
    expect((await seen.execute(db)).rows).toMatchObject([
      { event: 'decision', user_id: owner.id },
      { event: 'report-decided' },
    ])
  })

  test('some dogs are checked, one waits for it, one is paused and not found, and all data fit', async () => {
    const queue = async (state: 'waiting' | 'decided') =>
      accepted(await listVerificationQueue(db, { state, limit: 50 }, 'admin')).items
    expect(await queue('waiting')).toMatchObject([{ kind: 'photo', code: expect.stringMatching(/^(\w+ ){3}\w+$/) }])
    const kinds = (await queue('decided')).map(({ kind, state }) => `${kind} ${state}`)
    expect(new Set(kinds)).toEqual(new Set(['photo approved', 'vaccination approved']))
    const dogs = await db
      .selectFrom('dogs')
      .leftJoin('sniff_dogs', 'dog_id', 'dogs.id')
      .select(['user_id', 'cell', 'photos', 'paused', 'dogs.photo_checked', 'dogs.vaccinated_until'])
      .execute()
    expect(dogs.some(dog => dog.photo_checked && dog.vaccinated_until !== null)).toBe(true)
    expect(dogs.filter(dog => dog.paused)).toHaveLength(1)
    // Searches find dogs with an owner.
    for (const dog of dogs) expect(dog.cell === null).toBe(dog.user_id === null || dog.paused)
    expect(dogs.reduce((sum, dog) => sum + dog.photos.length, 0)).toBe(made.saved.length - 1)
    for (const { what, wrong } of await checkData(db)) expect([what, wrong]).toEqual([what, 0])
  })

  test('chats have times and counts as if they had been written at their time', async () => {
    const owner = await dogOf('owner@demo.test')
    const { items: matches } = accepted(await listMatches(db, owner, { limit: 500, today: '2026-11-20' }))
    const times = matches.map(match => match.lastMessage?.createdAt ?? '')
    expect(times).toEqual([...times].sort().reverse())
    expect(times[0]).toBe('2026-11-20T23:12:00.000Z')
    for (const match of matches) {
      const messages = accepted(await listMessages(db, owner, { matchId: match.id, limit: 500 }))
      expect(messages.at(-1)).toEqual(match.lastMessage)
      expect(messages.map(message => message.seq)).toEqual(messages.map((_, index) => index + 1))
    }
  })
})
