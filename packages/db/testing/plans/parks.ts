import { listLost, listOwnLost } from '../../src/queries/lost/lost.ts'
import { valueCursorOf } from '../../src/queries/paging.ts'
import { closePark, decidePark, editPark, listAdminParks } from '../../src/queries/parks/admin-parks.ts'
import { listParks } from '../../src/queries/parks/parks.ts'
import { listSuggestions, suggestPark } from '../../src/queries/parks/suggestions.ts'
import { type Calls, now, of, owner, pageAfter, user, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const point = { lat: 2, lng: 2 }
const limit = 50
const cursor = Buffer.from(valueCursorOf({ value: 0.001, id: crowdId.case(1) })).toString('base64url')

/** Parks, their suggestions, what admins do with them, and lost dogs. */
export const parks: Calls = {
  parks: {
    near: of(400, listParks, { from: null, around: { point, km: 25 }, limit }),
    'by name': of(1_200, listParks, { from: null, query: 'park 19', limit }),
    suggest: within(30, suggestPark, { ...point, name: 'Wiggly Field', userId: user, needsVerified: false, now }),
    mine: of(10, listSuggestions, crowdId.user(10), pageAfter(crowdId.park(11))),
    waiting: of(60, listAdminParks, { state: 'waiting', limit }, null),
    closed: of(
      60,
      listAdminParks,
      { state: 'closed', limit, cursor: valueCursorOf({ value: 'park 2', id: '' }) },
      null,
    ),
    edit: within(10, editPark, crowdId.park(3), { name: 'Field', version: 1 }, now),
    decide: within(20, decidePark, crowdId.park(20), { approve: true, version: 1 }, now),
    close: within(10, closePark, crowdId.park(4), { version: 1 }, now),
  },
  lost: {
    near: of(10, listLost, owner, { now, limit }),
    'next page near': of(10, listLost, owner, { now, limit, cursor }),
    mine: of(10, listOwnLost, user, { now, ...pageAfter(crowdId.case(1)) }),
  },
}
