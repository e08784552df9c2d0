import { isHome, LOST_CODE_LENGTH, PHONES_A_WEEK, type SightingState } from '@barkyard/domain/lost'
import type { Lost } from '@barkyard/domain/schemas/lost'
import type { Db, Trx } from '../../open.ts'
import { exists } from '../rows.ts'
import { isOpenAt } from './lost.ts'

/** What everybody with the code on a poster reads. Nothing of it names the owner. */
export interface Poster extends Pick<Lost, 'lat' | 'lng' | 'wearing' | 'approach' | 'note'> {
  lostId: string
  name: string
  breed: string
  /** The address of the dog's face; null: none is left. */
  face: string | null
  lastSeenAt: Date
  /** The owner's phone number where they show it. */
  phone: string | null
}

const CODE = new RegExp(`^[\\w-]{${LOST_CODE_LENGTH}}$`)

/** The open case with a code. 'home', 'ended': it is over or gone, or nobody sees it now. undefined: no case has this code. */
export async function findPoster(db: Db, code: string, now: Date): Promise<Poster | 'home' | 'ended' | undefined> {
  if (!CODE.test(code)) return undefined
  const row = await db
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .select(['lost_cases.id as lostId', 'dogs.name', 'dogs.breed', 'lost_cases.last_seen_at as lastSeenAt'])
    .select(['lost_cases.lat', 'lost_cases.lng', 'lost_cases.wearing', 'lost_cases.note', 'lost_cases.approach'])
    .select(['lost_cases.phone', 'lost_cases.show_phone', 'lost_cases.outcome', 'dogs.photos', 'dogs.unseen'])
    .select(isOpenAt(now).as('is_open'))
    .where('lost_cases.code', '=', code)
    .executeTakeFirst()
  if (!row) return (await exists(db.selectFrom('gone_lost_codes').where('code', '=', code))) ? 'ended' : undefined
  const { outcome, is_open, unseen, photos, phone, show_phone, ...said } = row
  if (isHome(outcome)) return 'home'
  if (!is_open || unseen) return 'ended'
  return { ...said, face: photos[0]?.urlThumb ?? null, phone: show_phone ? phone : null }
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The owner's phone number for who holds the dog, or found it injured, and shows a photo: where the owner shows it, and of a
 * few cases a week. Whoever collects numbers gets no more.
 */
export async function phoneFor(
  trx: Trx,
  userId: string,
  lostId: string,
  sighting: { state: SightingState; evidenceKey: string | null },
  now: Date,
): Promise<string | null> {
  if (sighting.state === 'seen' || sighting.evidenceKey === null) return null
  const row = await trx
    .selectFrom('lost_cases')
    .select('phone')
    .where('id', '=', lostId)
    .where('show_phone', '=', true)
    .executeTakeFirst()
  const phone = row?.phone ?? null
  if (phone === null) return null
  const shown = await trx
    .selectFrom('lost_phones_shown')
    .select('lost_id')
    .where('user_id', '=', userId)
    .where('shown_at', '>', new Date(now.getTime() - WEEK_MS))
    .execute()
  if (shown.some(({ lost_id }) => lost_id === lostId)) return phone
  if (shown.length >= PHONES_A_WEEK) return null
  await trx
    .insertInto('lost_phones_shown')
    .values({ user_id: userId, lost_id: lostId, shown_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'lost_id']).doUpdateSet({ shown_at: now }))
    .execute()
  return phone
}
