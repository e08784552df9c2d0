import { createHash } from 'node:crypto'
import { builtInPark } from '@barkyard/domain/parks'
import { blockOwner, findDogToBlock, listBlocks, undoBlock } from '../../src/queries/blocks/blocks.ts'
import { endMatch } from '../../src/queries/blocks/end-matches.ts'
import * as calendar from '../../src/queries/calendar/calendar.ts'
import { barkAt, countUnread, countUnreadByDog, findMatch, listMatches } from '../../src/queries/matches/matches.ts'
import { findStored, findWhoSeesTyping, listMessages, storeMessages } from '../../src/queries/messages/messages.ts'
import { markSeen } from '../../src/queries/notifications/seen.ts'
import * as lists from '../../src/queries/playdates/lists.ts'
import { movePlaydate, recapPlaydate } from '../../src/queries/playdates/moves.ts'
import { createPlaydate } from '../../src/queries/playdates/playdates.ts'
import { listSkips, skipDog, undoSkip } from '../../src/queries/skips/skips.ts'
import { actingAs, type Calls, dog, match, now, of, owner, pageAfter, soon, today, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const nextMatches = { today, ...pageAfter(crowdId.match(7)) }
/** The first one has ended with a block. */
const openMatch = crowdId.match(2)
const ofMatch = { now, matchId: openMatch, limit: 200 }
const past = { now: new Date(now.getTime() + 2 * 86_400_000), limit: 50 }
const A_PLAYDATE = { matchId: openMatch, whenTs: soon.toISOString(), ...builtInPark('Dolores Park') }
const YES = { type: 'answer', accept: true } as const
const MET = { met: true, again: true }
const CALENDAR_HASH = createHash('sha256').update('401').digest()

/** Matches, their messages and playdates, blocks and calendars. */
export const chats: Calls = {
  matches: {
    list: of(5 * 300, listMatches, viewer, { today, limit: 500 }),
    'first page': of(5 * 51, listMatches, viewer, { today, limit: 50 }),
    'next page': of(700, listMatches, viewer, nextMatches),
    'in order of making': of(4 * 300, listMatches, viewer, { ...nextMatches, sort: 'created' }),
    since: of(5 * 51, listMatches, viewer, { today, limit: 50, since: now }),
    one: of(5, findMatch, viewer, match, today),
    unread: of(620, countUnread, viewer),
    'unread by dog': of(930, countUnreadByDog, owner),
    'bark again': of(30, barkAt, actingAs(50_001), { toDogId: dog }, now),
  },
  messages: {
    newest: of(20, listMessages, viewer, { matchId: match, limit: 200 }),
    before: of(20, listMessages, viewer, { matchId: match, limit: 200, before: crowdId.message(3) }),
    after: of(20, listMessages, viewer, { matchId: match, limit: 200, after: crowdId.message(3) }),
    store: of(20, storeMessages, [{ matchId: match, senderDogId: dog, body: 'woof!', clientId: 'new' }]),
    'mark seen': of(20, markSeen, viewer, match, { now, peek: false }),
    'who sees typing': of(20, findWhoSeesTyping, viewer, match),
    stored: of(20, findStored, [{ matchId: match, id: crowdId.message(1) }]),
  },
  skips: {
    skip: within(30, skipDog, viewer, crowdId.dog(2), { now, atMost: 1000 }),
    list: of(1_000, listSkips, actingAs(2), { limit: 200 }),
    'next page': of(1_500, listSkips, actingAs(2), { ...pageAfter(crowdId.skip(300)), limit: 200 }),
    undo: of(10, undoSkip, actingAs(2), crowdId.skip(2)),
  },
  blocks: {
    block: of(3_000, blockOwner, viewer, crowdId.dog(50_001), { now, atMost: 5000 }),
    'to block': of(5, findDogToBlock, viewer, crowdId.dog(50_002)),
    list: of(2_000, listBlocks, actingAs(2), { limit: 200 }),
    'next page': of(3_000, listBlocks, actingAs(2), { ...pageAfter(crowdId.block(1)), limit: 200 }),
    undo: within(2_000, undoBlock, actingAs(2), crowdId.block(2)),
    'end a match': of(40, endMatch, actingAs(400), crowdId.match(400), now),
  },
  playdates: {
    list: of(3 * 201, lists.listPlaydates, viewer, { now, limit: 200 }),
    'first page': of(3 * 51, lists.listPlaydates, viewer, { now, limit: 50 }),
    'next page': of(4 * 51, lists.listPlaydates, viewer, { now, ...pageAfter(crowdId.playdate(100)) }),
    changed: of(3 * 300, lists.listPlaydates, viewer, { now, limit: 50, status: ['proposed'], since: now }),
    'of a match': of(10, lists.listPlaydates, viewer, ofMatch),
    'of a match, next page': of(10, lists.listPlaydates, viewer, { ...pageAfter(crowdId.playdate(1)), ...ofMatch }),
    'of a chat': of(10, lists.playdatesOfChat, viewer, openMatch, now),
    one: of(10, lists.findPlaydate, viewer, crowdId.playdate(100), now),
    pending: of(10, lists.countPending, actingAs(50_900), now),
    create: within(20, createPlaydate, viewer, A_PLAYDATE, now),
    answer: within(20, movePlaydate, actingAs(50_406), crowdId.playdate(406), YES, { now }),
    'past, to play again': of(310, lists.listPastPlaydates, viewer, { ...past, again: 'yes' }),
    past: of(3 * 51, lists.listPastPlaydates, viewer, past),
    'past, next page': of(4 * 51, lists.listPastPlaydates, viewer, { ...pageAfter(crowdId.playdate(200)), ...past }),
    overlapping: of(50, lists.overlappingPlaydates, actingAs(50_900), {
      when: now,
      exceptId: crowdId.playdate(1),
      now,
    }),
    recap: within(20, recapPlaydate, actingAs(50_401), crowdId.playdate(401), MET, { now: past.now }),
  },
  calendar: {
    open: of(5, calendar.openCalendarFeed, crowdId.user(30_001), Buffer.from('new'), now),
    close: of(5, calendar.closeCalendarFeed, crowdId.user(7)),
    find: of(5, calendar.findCalendarFeed, crowdId.user(1)),
    owner: of(5, calendar.findCalendarOwner, CALENDAR_HASH, now),
    feed: of(100, calendar.calendarEntries, actingAs(401), { now, since: now, past: 100, coming: 200 }),
    one: of(20, calendar.findCalendarEntry, actingAs(50_402), crowdId.playdate(402)),
  },
}
