import { blockOwner, findDogToKeepAway, listBlocks, undoBlock } from '../../src/queries/blocks.ts'
import { endMatch } from '../../src/queries/end-match.ts'
import { countUnread, countUnreadByDog, findMatch, listMatches, openMatch } from '../../src/queries/matches.ts'
import { listMessages, storeMessages } from '../../src/queries/messages.ts'
import { findStored, messagesInGaps, messagesSince } from '../../src/queries/missed-messages.ts'
import { markSeen } from '../../src/queries/seen.ts'
import { type Calls, dog, match, now, of, user, viewer } from './calls.ts'
import { crowdId } from './crowd.ts'

/** Matches, their messages, and blocks. */
export const chats: Calls = {
  matches: {
    list: of(4 * 300, db => listMatches(db, dog, { limit: 500 })),
    'first page': of(4 * 51, db => listMatches(db, dog, { limit: 50 })),
    'next page': of(700, db => listMatches(db, dog, { limit: 50, cursor: crowdId.match(7) })),
    one: of(5, db => findMatch(db, dog, match)),
    unread: of(620, db => countUnread(db, dog)),
    'unread by dog': of(930, db => countUnreadByDog(db, user)),
    open: of(20, db => openMatch(db, crowdId.dog(3000), crowdId.dog(3001))),
  },
  messages: {
    newest: of(20, db => listMessages(db, dog, { matchId: match, limit: 200 })),
    before: of(20, db => listMessages(db, dog, { matchId: match, limit: 200, before: crowdId.message(3) })),
    after: of(20, db => listMessages(db, dog, { matchId: match, limit: 200, after: crowdId.message(3) })),
    store: of(20, db => storeMessages(db, [{ matchId: match, senderDogId: dog, body: 'woof!', clientId: 'new' }])),
    'mark seen': of(20, db => markSeen(db, dog, match, { now, peek: false })),
    since: of(5_000, db => messagesSince(db, { userIds: [crowdId.user(400)], dogIds: [], ageMs: 1000, limit: 2000 })),
    'in gaps': of(50, db => messagesInGaps(db, [{ matchId: match, after: 1, before: 4, ageMs: 1e9 }])),
    stored: of(20, db => findStored(db, [{ matchId: match, id: crowdId.message(1) }])),
  },
  blocks: {
    block: of(3_000, db => blockOwner(db, viewer, crowdId.dog(50_001), { now, atMost: 5000 })),
    'to keep away': of(5, db => findDogToKeepAway(db, viewer, crowdId.dog(50_002))),
    list: of(2_000, db => listBlocks(db, crowdId.user(2), { limit: 200 })),
    'next page': of(3_000, db => listBlocks(db, crowdId.user(2), { limit: 200, cursor: crowdId.block(1) })),
    undo: of(2_000, db => undoBlock(db, crowdId.user(2), crowdId.block(2))),
    'end a match': of(40, db =>
      endMatch(db, { userId: crowdId.user(400), dogId: crowdId.dog(400) }, crowdId.match(400), now),
    ),
  },
}
