import type { Dog } from '@barkyard/domain/schemas/dog'
import type { NewWalk, Walk } from '@barkyard/domain/schemas/walk'
import type { Person } from '../people.ts'
import { whenAhead } from '../playdates/playdates-people.ts'

export const openWalk = (person: Person, walk: Partial<NewWalk> = {}) =>
  person.call<Walk>('POST', '/walks', {
    whenTs: whenAhead(3),
    parkName: 'Dolores Park',
    title: 'Slow walk',
    maxDogs: 6,
    ...walk,
  })

export const joinWalk = (person: Person, { id }: Pick<Walk, 'id'>) => person.call<Walk>('POST', `/walks/${id}/join`, {})

/** Owners who live far from each other, each with a dog that is active. */
export async function walkers<Name extends string>(
  person: (fields?: object, options?: object) => Promise<Person>,
  names: readonly Name[],
): Promise<Record<Name, { owner: Person; dog: Dog }>> {
  const pairs = await Promise.all(
    names.map(async name => {
      const owner = await person()
      return [name, { owner, dog: await owner.dog({ name }) }] as const
    }),
  )
  return Object.fromEntries(pairs) as Record<Name, { owner: Person; dog: Dog }>
}
