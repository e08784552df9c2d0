import { createHash } from 'node:crypto'
import {
  calendarEntries,
  calendarFeedSince,
  closeCalendarFeed,
  findCalendarEntry,
  openCalendarFeed,
} from '../../src/queries/calendar.ts'
import {
  countPending,
  listPastPlaydates,
  listPlaydates,
  overlappingPlaydates,
} from '../../src/queries/playdate-lists.ts'
import { movePlaydate, recapPlaydate } from '../../src/queries/playdate-moves.ts'
import { dueReminders } from '../../src/queries/playdate-reminders.ts'
import { createPlaydate, ownersOf } from '../../src/queries/playdates.ts'
import { type Calls, dog, match, now, of } from './calls.ts'
import { crowdId } from './crowd.ts'

const inTwoDays = new Date(now.getTime() + 2 * 86_400_000)
const CALENDAR_HASH = createHash('sha256').update('401').digest()

/** Playdates and calendars. */
export const playdates: Calls = {
  playdates: {
    list: of(3 * 201, db => listPlaydates(db, dog, { now, limit: 200 })),
    'first page': of(3 * 51, db => listPlaydates(db, dog, { now, limit: 50 })),
    'next page': of(4 * 51, db => listPlaydates(db, dog, { now, limit: 50, cursor: crowdId.playdate(100) })),
    'of a match': of(10, db => listPlaydates(db, dog, { now, matchId: match, limit: 200 })),
    'of a match, next page': of(10, db =>
      listPlaydates(db, dog, { now, matchId: match, limit: 200, cursor: crowdId.playdate(1) }),
    ),
    pending: of(10, db => countPending(db, crowdId.dog(50_900), now)),
    create: of(20, db =>
      createPlaydate(db, dog, { matchId: match, whenTs: now.toISOString(), parkName: 'Dolores Park' }, now),
    ),
    answer: of(20, db =>
      movePlaydate(db, crowdId.dog(50_400), crowdId.playdate(400), { type: 'answer', accept: true }, { now }),
    ),
    past: of(3 * 51, db => listPastPlaydates(db, dog, { now: inTwoDays, limit: 50 })),
    'past, next page': of(4 * 51, db =>
      listPastPlaydates(db, dog, { now: inTwoDays, limit: 50, cursor: crowdId.playdate(200) }),
    ),
    overlapping: of(50, db =>
      overlappingPlaydates(db, crowdId.dog(50_900), { when: now, exceptId: crowdId.playdate(1), now }),
    ),
    recap: of(20, db =>
      recapPlaydate(db, crowdId.dog(50_401), crowdId.playdate(401), { met: true, again: true }, { now: inTwoDays }),
    ),
    'due reminders': of(6 * 100, db => dueReminders(db, { now: inTwoDays, limit: 100 })),
    owners: of(10, db => ownersOf(db, [dog, crowdId.dog(2)])),
  },
  calendar: {
    open: of(5, db => openCalendarFeed(db, crowdId.user(30_001), Buffer.from('new'), now)),
    close: of(5, db => closeCalendarFeed(db, crowdId.user(7))),
    since: of(5, db => calendarFeedSince(db, crowdId.user(1))),
    feed: of(100, db => calendarEntries(db, CALENDAR_HASH, { since: now, limit: 1_000 })),
    one: of(20, db => findCalendarEntry(db, crowdId.dog(50_402), crowdId.playdate(402))),
  },
}
