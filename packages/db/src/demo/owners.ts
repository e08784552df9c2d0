import type { Place } from '@barkyard/domain/place'
import { rowsOf } from './yard.ts'

/** The password of every account of the demo. */
export const DEMO_PASSWORD = 'demo-demo-demo'

export interface DemoOwner {
  /** The name of the owner in the other tables: the address without its domain. */
  key: string
  email: string
  firstName: string
  lastName: string
  city: string
  /** The place where their dogs are found. */
  place: Place
  /** Whether they shared their location. The others only entered their city. */
  located: boolean
  isAdmin: boolean
}

/** name | city | latitude, longitude | shares the location. The accounts with a role are named after it. */
const TABLE = `
Robin Castellano | San Francisco, CA | 37.7758, -122.4321 | yes | owner
Ada Okafor | San Francisco, CA | 37.7749, -122.4194 | no | admin
Mei Tanaka | San Francisco, CA | 37.7626, -122.4665 | yes
Diego Ramírez | San Francisco, CA | 37.7599, -122.4148 | yes
Priya Natarajan | San Francisco, CA | 37.7502, -122.4337 | yes
Jonah Feldman | San Francisco, CA | 37.7692, -122.4481 | yes
Amara Okonkwo | San Francisco, CA | 37.7745, -122.4400 | yes
Lucas Moreau | San Francisco, CA | 37.8037, -122.4368 | yes
Sofia Papadakis | San Francisco, CA | 37.7609, -122.4350 | yes
Wei Zhang | San Francisco, CA | 37.7801, -122.4644 | yes
Fatima Haddad | San Francisco, CA | 37.7389, -122.4152 | yes
Liam O'Connor | San Francisco, CA | 37.7552, -122.4943 | yes
Nia Williams | San Francisco, CA | 37.7304, -122.3844 | yes
Kenji Watanabe | San Francisco, CA | 37.7869, -122.4297 | yes
Elena Petrova | San Francisco, CA | 37.7774, -122.4950 | yes
Marcus Johnson | San Francisco, CA | 37.7605, -122.4009 | yes
Hana Kim | San Francisco, CA | 37.7785, -122.4056 | yes
Tomás Herrera | San Francisco, CA | 37.7247, -122.4295 | yes
Ingrid Solberg | San Francisco, CA | 37.8011, -122.4196 | yes
Ravi Menon | San Francisco, CA | 37.7759, -122.4245 | yes
Zoë Janssen | San Francisco, CA | 37.7607, -122.3889 | yes
Chloe Nguyen | San Francisco, CA | 37.8060, -122.4103 | yes
Samuel Adeyemi | San Francisco, CA | 37.7405, -122.4656 | yes
Leila Farahani | San Francisco, CA | 37.7925, -122.4382 | yes
Caleb Whitehorse | San Francisco, CA | 37.7338, -122.4338 | yes
Grace Liu | San Francisco, CA | 37.7941, -122.4078 | yes
Mateo Silva | San Francisco, CA | 37.7516, -122.4477 | yes
Yasmin Rahman | San Francisco, CA | 37.7886, -122.4532 | yes
Owen Gallagher | San Francisco, CA | 37.7982, -122.4355 | no
Isabela Costa | San Francisco, CA | 37.7646, -122.4297 | yes
Dmitri Volkov | San Francisco, CA | 37.7480, -122.4184 | yes
Noah Goldberg | San Francisco, CA | 37.7710, -122.4370 | yes
Tala Santos | San Francisco, CA | 37.7180, -122.4400 | no
Jasper Reed | San Francisco, CA | 37.7668, -122.4220 | yes
Simone Laurent | Oakland, CA | 37.8364, -122.2610 | yes
Aisha Bello | Oakland, CA | 37.8060, -122.2580 | yes
Beth Yamamoto | Berkeley, CA | 37.8716, -122.2727 | yes
Vikram Singh | Berkeley, CA | 37.8590, -122.2530 | no
Gabriel Ortiz | Los Angeles, CA | 34.0869, -118.2702 | yes
Imani Brooks | New York, NY | 40.6710, -73.9814 | yes
Oliver Whitfield | London | 51.5450, -0.0553 | yes
Clara Schneider | Berlin | 52.4986, 13.4031 | yes
Nora Kowalski | Chicago, IL | 41.9247, -87.6553 | yes
Darius Freeman | Chicago, IL | 41.9484, -87.6553 | yes
`

function ownerIn([name = '', city = '', place = '', shares, role]: string[]): DemoOwner {
  const [firstName = '', lastName = ''] = name.split(' ')
  const [lat = 0, lng = 0] = place.split(',').map(Number)
  const plain = `${firstName}.${lastName}`.normalize('NFD').replaceAll(/[^A-Za-z.]/g, '')
  const key = role ?? plain.toLowerCase()
  return {
    key,
    email: `${key}@demo.test`,
    firstName,
    lastName,
    city,
    place: { lat, lng },
    located: shares === 'yes',
    isAdmin: role === 'admin',
  }
}

/** All owners of the demo: two accounts to sign in with, their neighbours, and a few people far away. */
export const demoOwners = (): DemoOwner[] => rowsOf(TABLE).map(ownerIn)
