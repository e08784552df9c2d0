import { randomBytes } from 'node:crypto'
import { lostEndsAt, type SightingState } from '@barkyard/domain/lost'
import { newId } from '../queries/ids.ts'
import type { Yard } from './yard.ts'

/** Near the demo's owner. Nobody was told, so nothing is pushed. */
const CASE = { dog: 'Cashew', owner: 'yasmin.rahman', lat: 37.787, lng: -122.448 }
/** Hours before `now`. */
const SIGHTINGS: { by: string; hours: number; lat: number; lng: number; state: SightingState; note: string }[] = [
  { by: 'leila.farahani', hours: 4, lat: 37.79, lng: -122.444, state: 'seen', note: 'Trotting downhill, tail up.' },
  {
    by: 'kenji.watanabe',
    hours: 2,
    lat: 37.7868,
    lng: -122.4402,
    state: 'seen',
    note: 'Asleep under a bench. Ran when I came close.',
  },
]

/** Adds a dog that is lost, and who saw it. */
export async function addLost({ trx, user, dog, minutesAgo }: Yard): Promise<void> {
  const ago = (hours: number) => minutesAgo(60 * hours)
  const id = newId()
  const [userId, dogId] = [user(CASE.owner), dog(CASE.dog)]
  await trx
    .insertInto('lost_cases')
    .values({
      id,
      dog_id: dogId,
      user_id: userId,
      code: randomBytes(12).toString('base64url'),
      state: 'open',
      last_seen_at: ago(6),
      lat: CASE.lat,
      lng: CASE.lng,
      note: 'Slipped out of the gate when the mail came. He knows his name.',
      wearing: 'Green collar with a bell',
      approach: 'shy',
      mark: 'A white spot on the left hind paw',
      created_at: ago(5),
      began_at: ago(5),
      ends_at: lostEndsAt(ago(5), ago(5)),
    })
    .execute()
  await trx
    .insertInto('lost_openings')
    .values({ id, user_id: userId, dog_id: dogId, opened_at: ago(5) })
    .execute()
  await trx
    .insertInto('lost_sightings')
    .values(
      SIGHTINGS.map(({ by, hours, ...seen }) => ({
        ...seen,
        id: newId(),
        lost_id: id,
        user_id: user(by),
        at: ago(hours),
        created_at: ago(hours),
      })),
    )
    .execute()
}
