import { createHash } from 'node:crypto'
import { builtInPark } from '@barkyard/domain/parks'
import {
  calendarEntries,
  closeCalendarFeed,
  findCalendarEntry,
  findCalendarFeed,
  findCalendarOwner,
  openCalendarFeed,
} from '../../src/queries/calendar/calendar.ts'
import {
  countPending,
  findPlaydate,
  listPastPlaydates,
  listPlaydates,
  overlappingPlaydates,
  playdatesOfChat,
} from '../../src/queries/playdates/lists.ts'
import { movePlaydate, recapPlaydate } from '../../src/queries/playdates/moves.ts'
import { createPlaydate } from '../../src/queries/playdates/playdates.ts'
import { actingAs, type Calls, nextTo, now, of, soon, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const inTwoDays = new Date(now.getTime() + 2 * 86_400_000)
/** The first one has ended with a block. */
const match = crowdId.match(2)
const CALENDAR_HASH = createHash('sha256').update('401').digest()

/** Playdates and calendars. */
export const playdates: Calls = {
  playdates: {
    list: of(3 * 201, db => listPlaydates(db, viewer, { now, limit: 200 })),
    'first page': of(3 * 51, db => listPlaydates(db, viewer, { now, limit: 50 })),
    'next page': of(4 * 51, db => listPlaydates(db, viewer, { now, limit: 50, cursor: nextTo(crowdId.playdate(100)) })),
    changed: of(3 * 300, db => listPlaydates(db, viewer, { now, limit: 50, status: ['proposed'], since: now })),
    'of a match': of(10, db => listPlaydates(db, viewer, { now, matchId: match, limit: 200 })),
    'of a match, next page': of(10, db =>
      listPlaydates(db, viewer, { now, matchId: match, limit: 200, cursor: nextTo(crowdId.playdate(1)) }),
    ),
    'of a chat': of(10, db => playdatesOfChat(db, viewer, match, now)),
    one: of(10, db => findPlaydate(db, viewer, crowdId.playdate(100), now)),
    pending: of(10, db => countPending(db, actingAs(50_900), now)),
    create: within(20, trx =>
      createPlaydate(trx, viewer, { matchId: match, whenTs: soon.toISOString(), ...builtInPark('Dolores Park') }, now),
    ),
    answer: within(20, trx =>
      movePlaydate(trx, actingAs(50_406), crowdId.playdate(406), { type: 'answer', accept: true }, { now }),
    ),
    'past, to play again': of(310, db => listPastPlaydates(db, viewer, { now: inTwoDays, limit: 50, again: 'yes' })),
    past: of(3 * 51, db => listPastPlaydates(db, viewer, { now: inTwoDays, limit: 50 })),
    'past, next page': of(4 * 51, db =>
      listPastPlaydates(db, viewer, { now: inTwoDays, limit: 50, cursor: nextTo(crowdId.playdate(200)) }),
    ),
    overlapping: of(50, db =>
      overlappingPlaydates(db, actingAs(50_900), { when: now, exceptId: crowdId.playdate(1), now }),
    ),
    recap: within(20, trx =>
      recapPlaydate(trx, actingAs(50_401), crowdId.playdate(401), { met: true, again: true }, { now: inTwoDays }),
    ),
  },
  calendar: {
    open: of(5, db => openCalendarFeed(db, crowdId.user(30_001), Buffer.from('new'), now)),
    close: of(5, db => closeCalendarFeed(db, crowdId.user(7))),
    find: of(5, db => findCalendarFeed(db, crowdId.user(1))),
    owner: of(5, db => findCalendarOwner(db, CALENDAR_HASH, now)),
    feed: of(100, db => calendarEntries(db, actingAs(401), { now, since: now, past: 100, coming: 200 })),
    one: of(20, db => findCalendarEntry(db, actingAs(50_402), crowdId.playdate(402))),
  },
}
