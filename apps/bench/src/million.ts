import { listDogs, listUsers } from '@barkyard/db/queries/admin/admin'
import { dogsOfUser, findDog } from '@barkyard/db/queries/dogs/dogs'
import { countUnread, listMatches } from '@barkyard/db/queries/matches/matches'
import { listMessages } from '@barkyard/db/queries/messages/messages'
import { countUnseen, listNotifications } from '@barkyard/db/queries/notifications/notifications'
import { valueCursorOf } from '@barkyard/db/queries/paging'
import { countPending, listPlaydates } from '@barkyard/db/queries/playdates/lists'
import type { DogViewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import { dogsDatabase } from './data/databases.ts'
import type { Size } from './data/fill-chats.ts'
import { openDb } from './lib/opened.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio, timed } from './lib/report.ts'
import { ANY_DOG } from './searches.ts'

const ROUNDS = 3
/** The factor that a hundred times the dogs may cost: larger caches, and one more level of an index. */
const GROWTH = 1.5

async function measure(size: Size) {
  const url = await dogsDatabase(size)
  const db = openDb(url, 2)
  const { rows } = await sql<{
    user_id: string
    id: string
  }>`SELECT user_id, id FROM dogs ORDER BY md5(id::text) LIMIT 50`.execute(db)
  const [users, dogs] = [rows.map(row => row.user_id), rows.map(row => row.id)]
  const { rows: planned } = await sql<{ user_id: string; dog_id: string; match_id: string }>`
    SELECT dogs.user_id, dogs.id AS dog_id, match_id FROM playdates JOIN dogs ON dogs.id = invited_dog_id
    ORDER BY md5(match_id::text) LIMIT 50`.execute(db)
  const matches = planned.map(row => row.match_id)
  const invited = (index: number): DogViewer => {
    const { user_id: userId = '', dog_id: dogId = '' } = planned[index % planned.length] ?? {}
    return { kind: 'dog', userId, dogId }
  }
  const list = { limit: 50, sort: 'name' } as const
  const of = (ids: string[], index: number) => ids[index % ids.length] ?? ''
  return interleaved(ROUNDS, {
    'my dogs': () => timed(50, index => dogsOfUser(db, of(users, index), ANY_DOG.today)),
    'a dog': () => timed(50, index => findDog(db, { kind: 'admin' }, of(dogs, index), ANY_DOG.today)),
    'its matches': () => timed(50, index => listMatches(db, invited(index), { limit: 500, today: ANY_DOG.today })),
    'its unread messages': () => timed(50, index => countUnread(db, invited(index))),
    'a chat, its newest messages': () =>
      timed(50, index => listMessages(db, invited(index), { matchId: of(matches, index), limit: 50 })),
    'its playdates': () => timed(50, index => listPlaydates(db, invited(index), { limit: 200, now: new Date() })),
    'its open proposals': () => timed(50, index => countPending(db, invited(index), new Date())),
    'notifications, first page and count': () =>
      timed(50, async index => {
        await listNotifications(db, { kind: 'owner', userId: of(users, index) }, { limit: 50, now: new Date() })
        await countUnseen(db, { kind: 'owner', userId: of(users, index) })
      }),
    'admin: users, first page and total': () => timed(5, () => listUsers(db, list)),
    'admin: dogs, a page further on and total': () =>
      timed(5, index =>
        listDogs(db, { ...list, cursor: valueCursorOf({ value: 'dog', id: of(dogs, index) }) }, { unowned: false }),
      ),
    'admin: dogs by a search': () =>
      timed(5, () => listDogs(db, { ...list, search: 'owner4242@' }, { unowned: false })),
  })
}

/** Work that must not grow with the table: 10,000 against a million dogs. */
export async function run(): Promise<Goal[]> {
  const [small, large] = [await measure(10_000), await measure(1_000_000)]
  const names = Object.keys(small) as (keyof typeof small)[]
  printTable(
    ['p50', '10,000 dogs', '1,000,000 dogs', 'ratio'],
    names.map(name => [
      name,
      `${number(median(small[name]))} ms`,
      `${number(median(large[name]))} ms`,
      number(ratio(large[name], small[name])),
    ]),
  )
  return names.map(name => goal(`${name}: 1,000,000 against 10,000 dogs`, ratio(large[name], small[name]), '≤', GROWTH))
}
