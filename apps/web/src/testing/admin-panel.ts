import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import type { AdminLost } from '@barkyard/domain/schemas/lost'
import type { User } from '@barkyard/domain/schemas/user'
import type { Answers } from './network-links.ts'
import { aPage } from './quiet-yard.ts'
import { aDog, aLost, anOwner } from './rows.ts'

export const anAdmin = (fields: Partial<User> = {}) =>
  anOwner({ firstName: 'Alex', lastName: 'Admin', email: 'alex@example.test', role: 'admin', ...fields })

export const aUser = (fields: Partial<AdminUser> = {}): AdminUser => {
  const { id, firstName, lastName, email, role } = anOwner()
  return { id, firstName, lastName, email, role, dogCount: 0, ...fields }
}

/** A dog of a user; null: of nobody. */
export const aUsersDog = (owner: AdminUser | null, name: string, breed = 'Corgi'): AdminDog => ({
  id: `dog-${name}`,
  name,
  breed,
  userId: owner?.id ?? null,
  owner: owner && { firstName: owner.firstName, lastName: owner.lastName, email: owner.email },
  photos: [],
})

const finds = (search: string | undefined, ...texts: (string | null | undefined)[]) =>
  texts
    .join(' ')
    .toLowerCase()
    .includes((search ?? '').toLowerCase())

/** A search for a lost dog that waits for a moderator. */
export const aLostCase = (name: string, fields: Partial<AdminLost> = {}): AdminLost => ({
  ...aLost(aDog({ name })),
  state: 'waiting',
  phone: '+1 555 0100',
  showPhone: true,
  sightings: 0,
  owner: { id: 'owner', firstName: 'Cleo', lastName: 'Park' },
  casesThisYear: 3,
  closedByModerator: false,
  reportId: null,
  ...fields,
})

/** What the server answers an admin who looks at these users and dogs. They are read anew at each call. */
export function panelOf(users: AdminUser[], dogs: AdminDog[]): Answers {
  const found = (search: string | undefined) =>
    users.filter(({ firstName, lastName, email }) => finds(search, firstName, lastName, email))
  const foundDogs = (search: string | undefined) =>
    dogs.filter(({ name, breed, owner }) => finds(search, name, breed, owner?.email))
  return {
    'admin.users': ({ search }) => aPage(...found(search)),
    'admin.allDogs': ({ search }) => aPage(...foundDogs(search)),
    'admin.unownedDogs': ({ search }) => aPage(...foundDogs(search).filter(({ owner }) => owner === null)),
    'admin.dogsOf': ({ userId }) => dogs.filter(dog => dog.userId === userId),
    'admin.selection': ({ search }) =>
      found(search)
        .filter(user => !user.email?.startsWith('alex'))
        .map(user => ({ ...user, name: `${user.firstName} ${user.lastName}` })),
    'admin.verifications': aPage(),
  }
}
