import { cellOf } from '@barkyard/domain/place'
import { dayOf } from '@barkyard/domain/verification-days'
import type { DogViewer } from '@barkyard/domain/visibility'
import type { Trx } from '../open.ts'
import { insertDog } from '../queries/dogs/dogs.ts'
import { newId } from '../queries/ids.ts'
import { demo, lastAwake } from './demo.ts'

/** @returns the ids by the owners' keys. */
export async function addOwners(trx: Trx, passwordHash: string): Promise<Map<string, string>> {
  const rows = demo.owners.map(({ email, firstName, lastName, city, lat, lng, located = true, isAdmin = false }) => ({
    id: newId(),
    email,
    password_hash: passwordHash,
    first_name: firstName,
    last_name: lastName,
    city,
    lat: located ? lat : null,
    lng: located ? lng : null,
    cell: cellOf({ lat, lng }),
    is_admin: isAdmin,
    is_demo: true,
  }))
  await trx.insertInto('users').values(rows).execute()
  return new Map(demo.owners.map(({ key }, index) => [key, rows[index]?.id ?? '']))
}

/** @returns what the parts of the demo need while they are stored. */
export async function addDogs(trx: Trx, userIds: ReadonlyMap<string, string>, now: Date) {
  const dogs = new Map<string, DogViewer>()
  const withDogs = new Set<string>()
  for (const one of demo.dogs) {
    const userId = one.owner === null ? null : (userIds.get(one.owner) ?? null)
    const { id } = await insertDog(trx, userId, one, dayOf(now))
    dogs.set(one.name, { kind: 'dog', userId: userId ?? '', dogId: id })
    if (userId === null || withDogs.has(userId)) continue
    withDogs.add(userId)
    await trx.updateTable('users').set({ active_dog_id: id }).where('id', '=', userId).execute()
  }
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
    user(key: string) {
      const id = userIds.get(key)
      if (id === undefined) throw new Error(`The demo has no ${key}`)
      return id
    },
    minutesAgo: minutesBefore(now),
    /** The same, and never at night. */
    awakeMinutesAgo: minutesBefore(lastAwake(now)),
  }
}
export type Yard = Awaited<ReturnType<typeof addDogs>>
