import type { PlaydateStatus } from '@barkyard/domain/playdate'
import { isNameShown, PLAYDATE_MS } from '@barkyard/domain/playdate-moves'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { DogViewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { ownMatch, sees, seesDogOf } from '../blocks/visibility.ts'
import { cursorOf, cutPage, microseconds, type Page, positionOf, type UnknownCursor } from '../paging.ts'
import { countOf, exists } from '../rows.ts'
import { otherDogOf, type PlaydateRow, playdateColumns, toPlaydate } from './playdates.ts'

interface PageQuery extends ListQuery {
  now: Date
}

/** Which playdates: in one match, of these statuses, changed at or after `since`. Absent or empty: all. */
interface Filters {
  matchId?: string | undefined
  status?: readonly PlaydateStatus[] | undefined
  since?: Date | undefined
  /** 'yes': those after which both sides wanted to meet again. */
  again?: 'yes' | 'no' | undefined
}

/** A page of playdates of the viewer's dog: upcoming ones by time, past ones newest first. */
async function rowsOf(
  db: Db,
  viewer: DogViewer,
  { now, matchId, status = [], since, again, limit, cursor, isPast }: PageQuery & Filters & { isPast: boolean },
): Promise<Page<PlaydateRow> | UnknownCursor> {
  const after = positionOf(cursor)
  if (after === 'unknown-cursor') return after
  const direction = isPast ? 'desc' : 'asc'
  const follows = sql.raw(isPast ? '<' : '>')
  const page = (column: 'match_id' | 'proposer_dog_id' | 'invited_dog_id', id: string) =>
    db
      .selectFrom('playdates')
      .select([...playdateColumns, microseconds('playdates.when_ts').as('at')])
      .where(column, '=', id)
      .where('when_ts', isPast ? '<' : '>=', now)
      .where(seesDogOf(viewer, otherDogOf(viewer.dogId)))
      .$if(status.length > 0, query =>
        query.where('status', '=', eb => eb.fn.any(sql<PlaydateStatus[]>`${status}::text[]`)),
      )
      .$if(since !== undefined, query => query.where('updated_at', '>=', since ?? now))
      .$if(again === 'yes', query => query.where('again_at', 'is not', null))
      .$if(after !== null, query =>
        query.where(sql<boolean>`(when_ts, id) ${follows} (${after?.time}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('when_ts', direction)
      .orderBy('id', direction)
      .limit(limit + 1)
  // Reads a page for each role of the dog, so that neither index is read completely.
  const found =
    matchId !== undefined
      ? page('match_id', matchId)
      : db
          .selectFrom(page('proposer_dog_id', viewer.dogId).as('proposed'))
          .selectAll()
          .unionAll(db.selectFrom(page('invited_dog_id', viewer.dogId).as('invited')).selectAll())
          .orderBy('when_ts', direction)
          .orderBy('id', direction)
          .limit(limit + 1)
  return cutPage(await found.execute(), limit, row => row, cursorOf)
}

/** Converts rows to playdates as the viewer's dog sees them, with the first names of the other owners that it may read. */
async function toPlaydates(db: Db, viewer: DogViewer, rows: readonly PlaydateRow[], now: Date): Promise<Playdate[]> {
  const otherOf = (row: PlaydateRow) =>
    row.proposer_dog_id === viewer.dogId ? row.invited_dog_id : row.proposer_dog_id
  const named = rows.filter(row => isNameShown({ status: row.status, whenTs: row.when_ts.toISOString() }, now))
  const names = named.length > 0 ? await ownerNames(db, viewer, [...new Set(named.map(otherOf))]) : []
  return rows.map(row => toPlaydate(row, now, names.find(({ id }) => id === otherOf(row))?.first_name ?? null))
}

/** The first names of the owners of dogs, except of those who keep theirs back and of the owner of the viewer's dog. */
const ownerNames = (db: Db, viewer: DogViewer, otherIds: string[]) =>
  db
    .selectFrom('dogs')
    .innerJoin('users', 'users.id', 'dogs.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'dogs.user_id')
    .select(['dogs.id', 'users.first_name'])
    .where('dogs.id', '=', eb => eb.fn.any(sql<string[]>`${otherIds}::uuid[]`))
    .where(sql<boolean>`coalesce(preferences.show_first_name, true)`)
    .where('users.first_name', '<>', '')
    .where(sql<boolean>`dogs.user_id <> (SELECT user_id FROM dogs own WHERE own.id = ${viewer.dogId}::uuid)`)
    .where(sees(viewer))
    .execute()

/** A page of upcoming playdates of the viewer's dog by time. 'match-not-found': it has no such match. */
export async function listPlaydates(db: Db, viewer: DogViewer, page: PageQuery & Filters) {
  if (page.matchId !== undefined && !(await exists(ownMatch(db, viewer, page.matchId)))) return 'match-not-found'
  const found = await rowsOf(db, viewer, { ...page, isPast: false })
  return found === 'unknown-cursor' ? found : { ...found, items: await toPlaydates(db, viewer, found.items, page.now) }
}

export async function findPlaydate(db: Db, viewer: DogViewer, id: string, now: Date): Promise<Playdate | undefined> {
  const rows = await db
    .selectFrom('playdates')
    .select(playdateColumns)
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', viewer.dogId), eb('invited_dog_id', '=', viewer.dogId)]))
    .where(seesDogOf(viewer, otherDogOf(viewer.dogId)))
    .execute()
  const [playdate] = await toPlaydates(db, viewer, rows, now)
  return playdate
}

/** A page of past playdates of the viewer's dog, newest first, each with the feedback of this side. */
export async function listPastPlaydates(db: Db, viewer: DogViewer, page: PageQuery & Pick<Filters, 'again'>) {
  const found = await rowsOf(db, viewer, { ...page, isPast: true })
  if (found === 'unknown-cursor') return found
  const ids = found.items.map(({ id }) => id)
  const recaps = await db
    .selectFrom('playdate_recaps')
    .innerJoin('playdates', 'playdates.id', 'playdate_recaps.playdate_id')
    .select(['playdate_id', 'met', 'again', 'again_at'])
    .where('dog_id', '=', viewer.dogId)
    .where(sql<boolean>`playdate_id = ANY (${ids}::uuid[])`)
    .execute()
  const playdates = await toPlaydates(db, viewer, found.items, page.now)
  const items = playdates.map(playdate => {
    const recap = recaps.find(one => one.playdate_id === playdate.id)
    return {
      ...playdate,
      recap: recap ? { met: recap.met, again: recap.again, bothAgain: recap.again_at !== null } : null,
    }
  })
  return { ...found, items }
}

/** The number of overlapping playdates that are returned. */
const OVERLAPS_MAX = 10

/** Proposed and agreed playdates of the viewer's dog, except `exceptId`, that would overlap with one at `when`. */
export async function overlappingPlaydates(
  db: Db,
  viewer: DogViewer,
  { when, exceptId, now }: { when: Date; exceptId?: string | undefined; now: Date },
): Promise<Playdate[]> {
  const side = (column: 'proposer_dog_id' | 'invited_dog_id') =>
    db
      .selectFrom('playdates')
      .select(playdateColumns)
      .where(column, '=', viewer.dogId)
      .where('when_ts', '>', new Date(when.getTime() - PLAYDATE_MS))
      .where('when_ts', '<', new Date(when.getTime() + PLAYDATE_MS))
      .where('status', 'in', ['proposed', 'accepted'])
      .where(seesDogOf(viewer, otherDogOf(viewer.dogId)))
      .$if(exceptId !== undefined, query => query.where('id', '!=', exceptId ?? ''))
      .orderBy('when_ts')
      .limit(OVERLAPS_MAX)
  const rows = await db
    .selectFrom(side('proposer_dog_id').as('proposed'))
    .selectAll()
    .unionAll(db.selectFrom(side('invited_dog_id').as('invited')).selectAll())
    .orderBy('when_ts')
    .limit(OVERLAPS_MAX)
    .execute()
  return toPlaydates(db, viewer, rows, now)
}

const CHAT_PLAYDATES_MAX = 50

/** The latest playdates of a match of the viewer's dog, to come or past, each with when it was proposed and changed. */
export async function playdatesOfChat(db: Db, viewer: DogViewer, matchId: string, now: Date) {
  if (!(await exists(ownMatch(db, viewer, matchId)))) return 'match-not-found'
  const rows = await db
    .selectFrom('playdates')
    .select([...playdateColumns, 'created_at', 'updated_at', 'agreed_at'])
    .where('match_id', '=', matchId)
    .orderBy('when_ts', 'desc')
    .orderBy('id', 'desc')
    .limit(CHAT_PLAYDATES_MAX)
    .execute()
  const playdates = await toPlaydates(db, viewer, rows, now)
  return rows.flatMap((row, index) => {
    const playdate = playdates[index]
    if (!playdate) return []
    // Signals touch the row too. Only agreed playdates have any; a counter-offer moves down with them.
    const isAgreed = row.status === 'accepted' && !row.changes
    const changedAt =
      row.cancelled_at ??
      (isAgreed ? (row.agreed_at ?? row.created_at) : row.revision > 1 ? row.updated_at : row.created_at)
    return [{ playdate, proposedAt: row.created_at.toISOString(), changedAt: changedAt.toISOString() }]
  })
}

/** The number of future proposals that the viewer's dog has not answered. */
export async function countPending(db: Db, viewer: DogViewer, now: Date): Promise<number> {
  return countOf(
    db
      .selectFrom('playdates')
      .where('invited_dog_id', '=', viewer.dogId)
      .where('status', '=', sql.lit('proposed'))
      .where('when_ts', '>=', now)
      .where(seesDogOf(viewer, sql.ref('playdates.proposer_dog_id'))),
  )
}
