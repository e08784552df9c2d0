import { isHome, LOST_CODE_LENGTH } from '@barkyard/domain/lost'
import type { Lost } from '@barkyard/domain/schemas/lost'
import type { Db } from '../../open.ts'
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

/** The open case with a code. 'home', 'ended': it is over, or nobody sees it now. undefined: no case has this code. */
export async function findPoster(db: Db, code: string, now: Date): Promise<Poster | 'home' | 'ended' | undefined> {
  if (!CODE.test(code)) return undefined
  const row = await db
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .select(['lost_cases.id', 'lost_cases.outcome', 'lost_cases.last_seen_at', isOpenAt(now).as('is_open')])
    .select(['lost_cases.lat', 'lost_cases.lng', 'lost_cases.wearing', 'lost_cases.note', 'lost_cases.approach'])
    .select(['lost_cases.phone', 'lost_cases.show_phone', 'dogs.name', 'dogs.breed', 'dogs.photos', 'dogs.unseen'])
    .where('lost_cases.code', '=', code)
    .executeTakeFirst()
  if (!row) return undefined
  if (isHome(row.outcome)) return 'home'
  if (!row.is_open || row.unseen) return 'ended'
  return {
    lostId: row.id,
    name: row.name,
    breed: row.breed,
    face: row.photos[0]?.urlThumb ?? null,
    lastSeenAt: row.last_seen_at,
    lat: row.lat,
    lng: row.lng,
    wearing: row.wearing,
    note: row.note,
    approach: row.approach,
    phone: row.show_phone ? row.phone : null,
  }
}
