import { addPark } from '../queries/parks/admin-parks.ts'
import { suggestPark } from '../queries/parks/suggestions.ts'
import { rowsOf, type Yard } from './yard.ts'

/** The parks of a second town: name | latitude, longitude | address | fenced, water, for small dogs | leash */
const CHICAGO = `
Wiggly Field | 41.9293, -87.6543 | 2645 N Sheffield Ave, Chicago, IL 60614 | yes, yes, no | off
Montrose Dog Beach | 41.9694, -87.6340 | 601 W Montrose Ave, Chicago, IL 60613 | yes, yes, no | off
Puptown Dog Park | 41.9716, -87.6500 | 4900 N Marine Dr, Chicago, IL 60640 | yes, yes, yes | off
Churchill Field Dog Park | 41.9146, -87.6760 | 1825 N Damen Ave, Chicago, IL 60647 | yes, no, no | off
Skinner Bark Park | 41.8810, -87.6606 | 1331 W Monroe St, Chicago, IL 60607 | yes, yes, yes | off
Lake Shore East Dog Park | 41.8858, -87.6177 | 450 E Benton Pl, Chicago, IL 60601 | yes, yes, no | off
Oz Park | 41.9204, -87.6459 | 2021 N Burling St, Chicago, IL 60614 | no, yes, no | on
`

/** Parks of Chicago, and one that an owner there has suggested. */
export async function addParks({ trx, now, user, accepted }: Yard): Promise<void> {
  for (const [name = '', place = '', address = '', facts = '', leash] of rowsOf(CHICAGO)) {
    const [lat = 0, lng = 0] = place.split(',').map(Number)
    const [fenced, water, smallDogs] = facts.split(', ').map(fact => fact === 'yes')
    const known = { fenced, water, smallDogs, leash: leash === 'on' ? 'on' : 'off' } as const
    await addPark(trx, { name, lat, lng, address, facts: known }, now)
  }
  const suggestion = {
    name: 'Horner Park Dog Area',
    lat: 41.9579,
    lng: -87.6953,
    facts: { fenced: true, leash: 'off' as const },
    userId: user('nora.kowalski'),
    needsVerified: false,
    now,
  }
  accepted(await suggestPark(trx, suggestion), 'suggested park')
}
