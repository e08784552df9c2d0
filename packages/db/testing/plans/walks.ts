import { builtInPark } from '@barkyard/domain/parks'
import { findInviter, inviteCode, recordInvited, welcomeInvited } from '../../src/queries/invites/invites.ts'
import { isStillTrue } from '../../src/queries/notifications/deliveries.ts'
import { tellOfWalk } from '../../src/queries/notifications/notify-near-walks.ts'
import { notifyOfWalk } from '../../src/queries/notifications/notify-walks.ts'
import * as searches from '../../src/queries/searches/searches.ts'
import { archivedWalks } from '../../src/queries/walks/archive.ts'
import * as changes from '../../src/queries/walks/changes.ts'
import { fillWalk, joinWalk, leaveWalk } from '../../src/queries/walks/join.ts'
import { findWalk, listWalks } from '../../src/queries/walks/walks.ts'
import { actingAs, type Calls, now, of, pageAfter, today, user, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
const A_WALK = { whenTs: later(48).toISOString(), park: builtInPark('Dolores Park'), title: 'A walk', maxDogs: 4 }
const FILTERS = { distance: 25, sizes: ['small' as const], temperaments: [], verified: [] }
const TENTH = { walkId: crowdId.walk(10), dogId: crowdId.dog(10) }
const A_REMINDER = { event: 'walk-reminder-day' as const, ...TENTH, details: { whenTs: now.toISOString() } }
const walk = (n: number) => ({ id: crowdId.walk(n) })

/** Walks, saved searches and invitations. */
export const walks: Calls = {
  walks: {
    list: of(8 * 51, listWalks, viewer, { now, limit: 50 }),
    'next page': of(9 * 51, listWalks, viewer, { now, ...pageAfter(crowdId.walk(100)) }),
    'of a dog': of(50, listWalks, actingAs(60_100), { now, limit: 50, mine: 'yes' }),
    'next to join': of(30, listWalks, viewer, { now, limit: 1, joinable: 'yes' }),
    'of a park': of(8 * 51, listWalks, viewer, { now, limit: 50, parkId: 'dolores' }),
    near: of(300, listWalks, viewer, { now, limit: 50, near: 'yes', joinable: 'yes' }),
    tell: within(100, tellOfWalk, crowdId.walk(111), null, now),
    one: of(20, findWalk, viewer, crowdId.walk(100), now),
    host: within(60, changes.hostWalk, actingAs(40_000), A_WALK, now),
    join: within(60, joinWalk, actingAs(40_000), walk(100), now),
    wait: within(5 * 80, async trx => {
      for (const n of [40_000, 40_001, 40_002, 40_003])
        await joinWalk(trx, actingAs(n), { ...walk(106), wait: true }, now)
    }),
    fill: within(60, fillWalk, crowdId.walk(107), now),
    'make the next': within(60, changes.makeNextWalk, crowdId.walk(108), later(200)),
    'end a series': within(60, changes.endSeries, actingAs(109), walk(109), now),
    leave: within(60, leaveWalk, actingAs(60_101), walk(101), now),
    change: within(60, changes.changeWalk, actingAs(102), { ...walk(102), park: builtInPark('Crissy Field') }, now),
    cancel: within(60, changes.cancelWalk, actingAs(103), walk(103), now),
    signal: within(60, changes.signalWalk, actingAs(60_004), { ...walk(4), minutes: null }, now),
    notify: within(100, async trx => {
      const found = await findWalk(trx, actingAs(104), crowdId.walk(104), now)
      if (found) await notifyOfWalk(trx, { walk: found, action: 'walk-changed', byDogId: crowdId.dog(104) }, now)
    }),
    'is still true': of(20, isStillTrue, A_REMINDER, now),
    archive: of(50, async db => {
      for await (const _ of archivedWalks(db, actingAs(105))) return
    }),
  },
  searches: {
    list: of(15, searches.listSearches, user),
    save: within(20, searches.saveSearch, user, { name: 'Small', filters: FILTERS }, now),
    delete: of(5, searches.deleteSearch, user, crowdId.search(1)),
    look: within(20 * 100, searches.lookAtSearches, later(1), 10),
    'look without a place': within(50, searches.newDogs, { ...FILTERS, today, viewer, cell: null }, now.toISOString()),
    'move looks': within(10, searches.moveLooks, crowdId.user(300), 'Europe/Berlin', now),
  },
  invites: {
    code: of(5, inviteCode, user, 'x'.repeat(22)),
    inviter: of(20, findInviter, '0'.repeat(21).concat('9')),
    note: within(10, recordInvited, crowdId.user(50_000), '0'.repeat(21).concat('9')),
    welcome: within(50, welcomeInvited, crowdId.user(20_007), crowdId.dog(20_007), now),
  },
}
