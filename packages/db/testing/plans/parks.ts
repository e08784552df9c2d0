import { valueCursorOf } from '../../src/queries/paging.ts'
import { closePark, decidePark, editPark, listAdminParks } from '../../src/queries/parks/admin-parks.ts'
import { listParks } from '../../src/queries/parks/parks.ts'
import { listSuggestions, suggestPark } from '../../src/queries/parks/suggestions.ts'
import { type Calls, nextTo, now, of, user, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const point = { lat: 2, lng: 2 }
const limit = 50

/** Parks, their suggestions, and what admins do with them. */
export const parks: Calls = {
  parks: {
    near: of(400, db => listParks(db, { from: null, around: { point, km: 25 }, limit })),
    'by name': of(1_200, db => listParks(db, { from: null, query: 'park 19', limit })),
    suggest: within(30, trx =>
      suggestPark(trx, { ...point, name: 'Wiggly Field', userId: user, needsVerified: false, now }),
    ),
    mine: of(10, db => listSuggestions(db, crowdId.user(10), { limit, cursor: nextTo(crowdId.park(11)) })),
    waiting: of(60, db => listAdminParks(db, { state: 'waiting', limit }, null)),
    closed: of(60, db =>
      listAdminParks(db, { state: 'closed', limit, cursor: valueCursorOf({ value: 'park 2', id: '' }) }, null),
    ),
    edit: within(10, trx => editPark(trx, crowdId.park(3), { name: 'Field', version: 1 }, now)),
    decide: within(20, trx => decidePark(trx, crowdId.park(20), { approve: true, version: 1 }, now)),
    close: within(10, trx => closePark(trx, crowdId.park(4), { version: 1 }, now)),
  },
}
