import { cellOf } from '@barkyard/domain/place'
import { dayOf } from '@barkyard/domain/verification-days'
import type { DogViewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Trx } from '../open.ts'
import { insertDog } from '../queries/dogs/dogs.ts'
import { newId } from '../queries/ids.ts'
import { demo, lastAwake } from './demo.ts'

/** Adds the owners and their dogs. @returns what the parts of the demo need while they are stored. */
export async function addYard(trx: Trx, passwordHash: string, now: Date) {
  const owners = new Map(demo.owners.map(({ key }) => [key, { userId: newId() }]))
  const user = (key: string) => accepted(owners.get(key), key).userId
  const rows = demo.owners.map(
    ({ key, email, firstName, lastName, city, lat, lng, located = true, isAdmin = false }) => ({
      id: user(key),
      email,
      password_hash: passwordHash,
      first_name: firstName,
      last_name: lastName,
      city,
      ...(located && { lat, lng }),
      cell: cellOf({ lat, lng }),
      is_admin: isAdmin,
      is_demo: true,
    }),
  )
  await trx.insertInto('users').values(rows).execute()
  const dogs = new Map<string, DogViewer>()
  for (const one of demo.dogs) {
    const userId = one.owner === null ? null : user(one.owner)
    const { id } = await insertDog(trx, userId, one, dayOf(now))
    dogs.set(one.name, { kind: 'dog', userId: userId ?? '', dogId: id })
  }
  await sql`
    UPDATE users SET active_dog_id = (SELECT id FROM dogs WHERE user_id = users.id ORDER BY id LIMIT 1)
    WHERE is_demo`.execute(trx)
  /** @throws if the demo has no such thing, or a query refused it. */
  function accepted<T>(answer: T, what: string): Exclude<T, string | null | undefined> {
    if (typeof answer === 'string' || answer === undefined || answer === null)
      throw new Error(`The demo's ${what}: ${answer ?? 'missing'}`)
    return answer as Exclude<T, string | null | undefined>
  }
  /** A dog by its name, as which its owner acts. */
  const actingAs = (name: string) => accepted(dogs.get(name), name)
  const minutesBefore = (time: Date) => (minutes: number) => new Date(time.getTime() - minutes * 60_000)
  return {
    trx,
    now,
    accepted,
    actingAs,
    dog: (name: string) => actingAs(name).dogId,
    user,
    minutesAgo: minutesBefore(now),
    /** The same, and never at night. */
    awakeMinutesAgo: minutesBefore(lastAwake(now)),
  }
}
export type Yard = Awaited<ReturnType<typeof addYard>>
