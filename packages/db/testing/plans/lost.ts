import { listLost, listOwnLost } from '../../src/queries/lost/lost.ts'
import { valueCursorOf } from '../../src/queries/paging.ts'
import { type Calls, nextTo, now, of, owner, user } from './calls.ts'
import { crowdId } from './crowd.ts'

const cursor = Buffer.from(valueCursorOf({ value: 0.001, id: crowdId.case(1) })).toString('base64url')

/** Lost dogs. */
export const lost: Calls = {
  lost: {
    near: of(10, db => listLost(db, owner, { now, limit: 50 })),
    'next page near': of(10, db => listLost(db, owner, { now, limit: 50, cursor })),
    mine: of(10, db => listOwnLost(db, user, { now, limit: 50, cursor: nextTo(crowdId.case(1)) })),
  },
}
