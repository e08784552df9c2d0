import { blockOwner, findDogToBlock, listBlocks, undoBlock } from '../../src/queries/blocks/blocks.ts'
import { endMatch } from '../../src/queries/blocks/end-matches.ts'
import { barkAt, countUnread, countUnreadByDog, findMatch, listMatches } from '../../src/queries/matches/matches.ts'
import { findStored, findWhoSeesTyping, listMessages, storeMessages } from '../../src/queries/messages/messages.ts'
import { markSeen } from '../../src/queries/notifications/seen.ts'
import { listSkips, skipDog, undoSkip } from '../../src/queries/skips/skips.ts'
import { actingAs, type Calls, dog, match, nextTo, now, of, owner, today, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

/** Matches, their messages, and blocks. */
export const chats: Calls = {
  matches: {
    list: of(5 * 300, db => listMatches(db, viewer, { today, limit: 500 })),
    'first page': of(5 * 51, db => listMatches(db, viewer, { today, limit: 50 })),
    'next page': of(700, db => listMatches(db, viewer, { today, limit: 50, cursor: nextTo(crowdId.match(7)) })),
    'in order of making': of(4 * 300, db =>
      listMatches(db, viewer, { today, limit: 50, sort: 'created', cursor: nextTo(crowdId.match(7)) }),
    ),
    since: of(5 * 51, db => listMatches(db, viewer, { today, limit: 50, since: now })),
    one: of(5, db => findMatch(db, viewer, match, today)),
    unread: of(620, db => countUnread(db, viewer)),
    'unread by dog': of(930, db => countUnreadByDog(db, owner)),
    'bark again': of(30, db => barkAt(db, actingAs(50_001), { toDogId: dog }, now)),
  },
  messages: {
    newest: of(20, db => listMessages(db, viewer, { matchId: match, limit: 200 })),
    before: of(20, db => listMessages(db, viewer, { matchId: match, limit: 200, before: crowdId.message(3) })),
    after: of(20, db => listMessages(db, viewer, { matchId: match, limit: 200, after: crowdId.message(3) })),
    store: of(20, db => storeMessages(db, [{ matchId: match, senderDogId: dog, body: 'woof!', clientId: 'new' }])),
    'mark seen': of(20, db => markSeen(db, viewer, match, { now, peek: false })),
    'who sees typing': of(20, db => findWhoSeesTyping(db, viewer, match)),
    stored: of(20, db => findStored(db, [{ matchId: match, id: crowdId.message(1) }])),
  },
  skips: {
    skip: within(30, trx => skipDog(trx, viewer, crowdId.dog(2), { now, atMost: 1000 })),
    list: of(1_000, db => listSkips(db, actingAs(2), { limit: 200 })),
    'next page': of(1_500, db => listSkips(db, actingAs(2), { limit: 200, cursor: nextTo(crowdId.skip(300)) })),
    undo: of(10, db => undoSkip(db, actingAs(2), crowdId.skip(2))),
  },
  blocks: {
    block: of(3_000, db => blockOwner(db, viewer, crowdId.dog(50_001), { now, atMost: 5000 })),
    'to block': of(5, db => findDogToBlock(db, viewer, crowdId.dog(50_002))),
    list: of(2_000, db => listBlocks(db, actingAs(2), { limit: 200 })),
    'next page': of(3_000, db => listBlocks(db, actingAs(2), { limit: 200, cursor: nextTo(crowdId.block(1)) })),
    undo: within(2_000, trx => undoBlock(trx, actingAs(2), crowdId.block(2))),
    'end a match': of(40, db => endMatch(db, actingAs(400), crowdId.match(400), now)),
  },
}
