import { NOTIFICATION_KINDS } from '@barkyard/domain/notification'
import { PARKS } from '@barkyard/domain/parks'
import type { Preferences } from '@barkyard/domain/schemas/preferences'
import type { User } from '@barkyard/domain/schemas/user'
import { type Answers, refuse } from './network-links.ts'
import { aPark } from './rows.ts'

/** A page of a list, which is all of it. */
export const aPage = <T>(...items: T[]) => ({ items, nextCursor: null, total: items.length })

/** A part of a long list, as a call asks for it. */
export function pageOf<T>(
  all: readonly T[],
  { limit = 50, cursor = '0' }: { limit?: number | undefined; cursor?: string | undefined } = {},
) {
  const [from, end] = [Number(cursor), Number(cursor) + limit]
  return { items: all.slice(from, end), nextCursor: end < all.length ? String(end) : null, total: all.length }
}

export const aPreferences = (fields: Partial<Preferences> = {}): Preferences => ({
  timeZone: 'Europe/Berlin',
  quiet: null,
  kinds: Object.fromEntries(
    NOTIFICATION_KINDS.map(kind => [kind, { push: true, mail: false }]),
  ) as Preferences['kinds'],
  reminders: { day: true, hours: true },
  digest: 'none',
  units: 'km',
  showFirstName: true,
  showTyping: true,
  walksNearKm: 10,
  ...fields,
})

/** The eight as the server tells them. */
const BUILT_IN = PARKS.map(park => aPark(park))

/** What the server answers an owner who has met nobody yet. A test changes what it is about. */
export const quietYard = (user: User | null): Answers => ({
  ...(user && { 'auth.user': user }),
  'dogs.mine': user?.dog ? [user.dog] : [],
  'dogs.get': () => Promise.reject(refuse('dog-not-found')),
  'matches.list': aPage(),
  'matches.newCount': { count: 0 },
  'matches.unreadByDog': [],
  'messages.markSeen': { ok: true },
  'playdates.list': aPage(),
  'playdates.past': aPage(),
  'playdates.ofChat': [],
  'playdates.pendingCount': { count: 0 },
  'notifications.list': aPage(),
  'notifications.unseenCount': { count: 0 },
  'notifications.faces': [],
  'parks.list': aPage(...BUILT_IN),
  'parks.ofMatch': BUILT_IN,
  'parks.get': ({ id }) => BUILT_IN.find(park => park.id === id) ?? Promise.reject(refuse('park-not-found')),
  'walks.list': aPage(),
  'lost.list': aPage(),
  'lost.mine': aPage(),
  'lost.sightings': aPage(),
  'sniff.search': aPage(),
  'sniff.wider': null,
  'searches.list': [],
  'invites.mine': { url: 'https://yard.example/?invite=x' },
  'preferences.get': aPreferences(),
  'location.known': { from: 'location' },
  'location.around': null,
  'location.suggest': [],
  'blocks.list': aPage(),
  'skips.list': aPage(),
  'notices.list': aPage(),
  'calendar.feed': null,
  'push.endpoints': [],
  'account.setup': { hasPassword: true, isDemo: false, sendsMail: true, passkeys: true },
  'passkeys.list': [],
  'account.sessions': [],
  'tokens.list': [],
  'webhooks.list': [],
  'verifications.list': aPage(),
  'parks.mine': aPage(),
  'admin.reports': aPage(),
  'admin.statementTemplates': [],
  'admin.parks': aPage(),
  'admin.lostCases': aPage(),
})
