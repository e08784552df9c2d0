import type { AppRouter } from '@barkyard/api/features/index'
import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import { AROUND_KM } from '@barkyard/domain/place'
import { hasRight, isStaff, type Right } from '@barkyard/domain/rights'
import type { User } from '@barkyard/domain/schemas/user'
import type { createServerSideHelpers } from '@trpc/react-query/server'
import type { inferRouterInputs } from '@trpc/server'
import { matchPath } from 'react-router-dom'
import { sniffQueryAt } from './lib/sniff-address.ts'

/** Rows per page of lists, the same wherever they are read. */
export const A_PAGE = { playdates: 50, pastPlaydates: 10, walks: 10, ownWalks: 20, notifications: 30 }

/** Whether the place of a user may be known, so that lists begin with what is near. */
export const livesSomewhere = (user: Pick<User, 'lat' | 'city'> | null): boolean =>
  user !== null && (user.lat !== null || user.city !== null)
export const walksAsked = (near: boolean) => ({ limit: A_PAGE.walks, ...(near && { near: 'yes' as const }) })

/** Parks around an owner: one more than there are built-in ones, so that it is known whether there are others. */
export const PARKS_AROUND = { near: 'yes', distance: AROUND_KM, limit: 9 } as const

/** The dogs among which the doghouse finds the best match. */
export const NEW_NEARBY = { matched: 'no', limit: 20 } as const

/** The last playdates that have begun, of which one may still go on. */
export const JUST_BEGUN = { limit: 3 } as const

/** The lost dogs around an owner. More than these are not near. */
export const LOST_NEAR = { limit: 20 } as const

/** The past playdates after which both sides wanted to meet again. */
export const TO_PLAY_AGAIN = { again: 'yes' } as const

/** tRPC's helpers for calls on the server, whose results are the page's bootstrap data. */
type Prefetch = ReturnType<typeof createServerSideHelpers<AppRouter>>

type Calls = inferRouterInputs<AppRouter>
type ProcedurePath = { [R in keyof Calls & string]: `${R}.${keyof Calls[R] & string}` }[keyof Calls & string]

export interface Visit {
  user: User
  url: URL
  /** The id in the address, or ''. */
  id: string
}

interface Screen {
  paths: readonly string[]
  /** Its module is src/features/FILE.screen.tsx, which exports `Component`. */
  file: string
  /** Of the screen and of its first view. Absent: it depends on the data. */
  title?: string
  subtitle?: string
  /** Who may open it. Absent: every signed-in user. Without a dog, the choice of one comes first. */
  needs?: 'dog'
  right?: Right
  /** The calls that it makes first. Their results are in the page's bootstrap data. */
  prefetches?: (prefetch: Prefetch, visit: Visit) => Promise<void>[]
  /** What the server draws: grey rows below the title or in the settings, or a view in page/first-view.tsx. Absent: a spinner. */
  serverView?: 'rows' | 'settings' | 'own'
  /** It opens without a network, with the last results of these calls and of the frame's. Absent: it does not. */
  offline?: readonly ProcedurePath[]
}

/** Calls that are closed while an admin acts as somebody else's dog. */
const own =
  (calls: (prefetch: Prefetch, visit: Visit) => Promise<void>[]) =>
  (prefetch: Prefetch, visit: Visit): Promise<void>[] =>
    visit.user.isImpersonating ? [] : calls(prefetch, visit)

/** Every screen of the signed-in app, and all that is known about it outside its own file. The first that matches counts. */
export const SCREENS = {
  doghouse: {
    paths: ['/doghouse', '/'],
    file: 'home/doghouse',
    needs: 'dog',
    prefetches: prefetch => [
      prefetch.matches.list.prefetch(),
      prefetch.playdates.list.prefetchInfinite({ limit: A_PAGE.playdates }),
      prefetch.playdates.past.prefetch(JUST_BEGUN),
      prefetch.sniff.search.prefetch(NEW_NEARBY),
      prefetch.preferences.get.prefetch(),
      prefetch.lost.list.prefetch(LOST_NEAR),
    ],
    serverView: 'own',
    offline: ['matches.list', 'playdates.list', 'sniff.search'],
  },
  sniff: {
    paths: ['/sniff'],
    file: 'sniff/sniff',
    title: 'Sniff Dogs Nearby',
    needs: 'dog',
    prefetches: (prefetch, { url }) => [
      prefetch.sniff.search.prefetchInfinite(sniffQueryAt(url.searchParams)),
      prefetch.preferences.get.prefetch(),
      prefetch.matches.list.prefetch(),
      prefetch.lost.list.prefetch(LOST_NEAR),
    ],
    serverView: 'own',
    offline: ['sniff.search'],
  },
  barks: {
    paths: ['/barks'],
    file: 'matches/barks',
    title: 'Barks',
    subtitle: 'Dogs who have barked at you',
    needs: 'dog',
    prefetches: prefetch => [
      prefetch.matches.list.prefetch(),
      prefetch.playdates.list.prefetchInfinite({ limit: A_PAGE.playdates }),
      prefetch.preferences.get.prefetch(),
    ],
    serverView: 'own',
    offline: ['matches.list', 'playdates.list'],
  },
  chat: {
    paths: ['/bark-chat/:id?'],
    file: 'messages/chat',
    needs: 'dog',
    prefetches: (prefetch, { id }) =>
      id
        ? [
            prefetch.matches.get.prefetch({ matchId: id }),
            prefetch.messages.list.prefetch({ matchId: id, limit: MESSAGES_DEFAULT }),
            prefetch.playdates.ofChat.prefetch({ matchId: id }),
          ]
        : [],
    serverView: 'own',
    offline: [],
  },
  profile: { paths: ['/profile'], file: 'dogs/profile', title: 'My Profile', needs: 'dog', serverView: 'rows' },
  myDogs: {
    paths: ['/my-dogs'],
    file: 'dogs/my-dogs/my-dogs',
    title: 'My Dogs',
    serverView: 'own',
    offline: ['dogs.mine'],
  },
  dog: {
    paths: ['/dog/:id'],
    file: 'dogs/dog-page',
    prefetches: (prefetch, { id, user }) => [
      prefetch.dogs.get.prefetch({ id }),
      prefetch.preferences.get.prefetch(),
      ...(user.dog ? [prefetch.matches.list.prefetch()] : []),
    ],
    serverView: 'own',
    offline: ['dogs.get'],
  },
  editDog: { paths: ['/dog/:id/edit'], file: 'dogs/edit/edit-dog' },
  lostCase: {
    paths: ['/dog/:id/lost'],
    file: 'lost/own-case',
    prefetches: own(prefetch => [prefetch.lost.mine.prefetch()]),
    offline: ['lost.mine'],
  },
  lostPoster: { paths: ['/dog/:id/lost/poster'], file: 'lost/poster', offline: ['lost.mine'] },
  lostList: {
    paths: ['/lost'],
    file: 'lost/lost-list',
    title: 'Lost dogs nearby',
    prefetches: prefetch => [prefetch.lost.list.prefetch(LOST_NEAR)],
    serverView: 'rows',
    offline: ['lost.list'],
  },
  lostDog: {
    paths: ['/lost/:id'],
    file: 'lost/lost-dog',
    prefetches: (prefetch, { id }) => [prefetch.lost.get.prefetch({ id })],
    offline: ['lost.get'],
  },
  onboarding: { paths: ['/onboarding'], file: 'dogs/onboarding/onboarding' },
  swipe: { paths: ['/swipe'], file: 'swipe/swipe' },
  playdates: {
    paths: ['/playdates'],
    file: 'playdates/playdates',
    title: 'Playdates',
    subtitle: 'Schedule meetups with your matches at San Francisco parks',
    prefetches: (prefetch, { user }) =>
      user.dog
        ? [
            prefetch.matches.list.prefetch(),
            prefetch.playdates.list.prefetchInfinite({ limit: A_PAGE.playdates }),
            prefetch.playdates.past.prefetchInfinite({ limit: A_PAGE.pastPlaydates }),
            prefetch.playdates.past.prefetch(TO_PLAY_AGAIN),
            ...(livesSomewhere(user) ? [prefetch.parks.list.prefetch(PARKS_AROUND)] : []),
            prefetch.walks.list.prefetchInfinite(walksAsked(livesSomewhere(user))),
            prefetch.walks.list.prefetch({ mine: 'yes', limit: A_PAGE.ownWalks }),
          ]
        : [],
    serverView: 'own',
    offline: ['matches.list', 'playdates.list'],
  },
  walk: {
    paths: ['/walk/:id'],
    file: 'walks/walk',
    needs: 'dog',
    prefetches: (prefetch, { id }) => [prefetch.walks.get.prefetch({ id })],
    offline: ['walks.get'],
  },
  park: {
    paths: ['/park/:id'],
    file: 'parks/park',
    prefetches: (prefetch, { id, user }) => [
      prefetch.parks.get.prefetch({ id }),
      ...(user.dog
        ? [prefetch.matches.list.prefetch(), prefetch.walks.list.prefetch({ parkId: id, limit: A_PAGE.walks })]
        : []),
    ],
    serverView: 'own',
    offline: ['parks.get'],
  },
  suggestPark: {
    paths: ['/parks/suggest'],
    file: 'parks/suggest',
    title: 'Suggest a park',
    subtitle: 'A place where dogs meet that is not listed yet',
    prefetches: prefetch => [prefetch.parks.mine.prefetchInfinite({}), prefetch.account.setup.prefetch()],
    serverView: 'rows',
  },
  notifications: {
    paths: ['/notifications'],
    file: 'notifications/notifications',
    title: 'Notifications',
    prefetches: prefetch => [prefetch.notifications.list.prefetchInfinite({ limit: A_PAGE.notifications })],
    serverView: 'rows',
    offline: ['notifications.list'],
  },
  settings: {
    paths: ['/settings'],
    file: 'settings/settings',
    title: 'Settings',
    prefetches: own(prefetch => [prefetch.invites.mine.prefetch()]),
    serverView: 'own',
  },
  settingsAccount: {
    paths: ['/settings/account'],
    file: 'settings/account',
    title: 'Account',
    prefetches: own(prefetch => [prefetch.account.setup.prefetch(), prefetch.account.sessions.prefetch()]),
    serverView: 'settings',
  },
  settingsNotifications: {
    paths: ['/settings/notifications'],
    file: 'settings/notifications',
    title: 'Notifications',
    prefetches: own(prefetch => [
      prefetch.preferences.get.prefetch(),
      prefetch.account.setup.prefetch(),
      prefetch.push.endpoints.prefetch(),
      prefetch.calendar.feed.prefetch(),
    ]),
    serverView: 'settings',
  },
  settingsPrivacy: {
    paths: ['/settings/privacy'],
    file: 'settings/privacy',
    title: 'Privacy and safety',
    prefetches: own(prefetch => [
      prefetch.blocks.list.prefetchInfinite({}),
      prefetch.notices.list.prefetch(),
      prefetch.preferences.get.prefetch(),
    ]),
    serverView: 'settings',
  },
  settingsSearches: {
    paths: ['/settings/searches'],
    file: 'settings/searches',
    title: "Your dogs' searches",
    prefetches: own((prefetch, { user }) => [
      prefetch.searches.list.prefetch(),
      prefetch.preferences.get.prefetch(),
      ...(user.dog ? [prefetch.skips.list.prefetchInfinite({})] : []),
    ]),
    serverView: 'settings',
  },
  settingsDevelopers: {
    paths: ['/settings/developers'],
    file: 'settings/developers',
    title: 'For developers',
    prefetches: own(prefetch => [prefetch.tokens.list.prefetch(), prefetch.webhooks.list.prefetch()]),
    serverView: 'settings',
  },
  admin: { paths: ['/admin', '/admin/users'], file: 'admin/admin', title: 'Admin', right: 'users' },
  adminUser: { paths: ['/admin/users/:id'], file: 'admin/users/user', title: 'User', right: 'users' },
  adminReports: { paths: ['/admin/reports/:id?'], file: 'reports/reports', title: 'Reports', right: 'reports' },
  adminChecks: { paths: ['/admin/checks'], file: 'verification/checks', title: 'Checks', right: 'verifications' },
  adminParks: { paths: ['/admin/parks'], file: 'parks/park-queue', title: 'Parks', right: 'parks' },
  adminLost: { paths: ['/admin/lost'], file: 'lost/moderation/lost-queue', title: 'Lost dogs', right: 'lost-cases' },
  adminAudit: { paths: ['/admin/audit'], file: 'admin/audit', title: 'Audit log', right: 'audit' },
  adminNumbers: { paths: ['/admin/numbers'], file: 'admin/numbers/numbers', title: 'Numbers', right: 'numbers' },
  notFound: { paths: ['*'], file: 'not-found/not-found', title: '404 Page Not Found' },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof SCREENS
export const screens = Object.entries(SCREENS) as [ScreenName, Screen][]

export function openChatAt(pathname: string): { openMatchId: string } | undefined {
  const openMatchId = matchPath(SCREENS.chat.paths[0], pathname)?.params.id
  return openMatchId ? { openMatchId } : undefined
}

/** What the bell counts where there are tabs. */
export const BESIDE_TABS = { besideTabs: 'yes' } as const

export const prefetchFrame = (prefetch: Prefetch, visit: Visit): Promise<void>[] => [
  prefetch.dogs.mine.prefetch(),
  prefetch.matches.unreadByDog.prefetch(),
  prefetch.notifications.unseenCount.prefetch(openChatAt(visit.url.pathname)),
  ...(visit.user.dog
    ? [
        prefetch.matches.newCount.prefetch(),
        prefetch.playdates.pendingCount.prefetch(),
        ...own(call => [call.notifications.unseenCount.prefetch(BESIDE_TABS)])(prefetch, visit),
      ]
    : []),
  ...(hasRight(visit.user.role, 'reports') && !visit.user.isImpersonating
    ? [prefetch.admin.reports.prefetch({ limit: 1 })]
    : []),
]
const FRAME_OFFLINE: readonly ProcedurePath[] = [
  'dogs.mine',
  'matches.unreadByDog',
  'notifications.unseenCount',
  'matches.newCount',
  'playdates.pendingCount',
]

/** The calls whose results are kept for a start without a network. */
export const OFFLINE_CALLS: ReadonlySet<string> = new Set([
  ...FRAME_OFFLINE,
  ...screens.flatMap(([, { offline = [] }]) => offline),
])

/** A screen's module, by its name in the build's manifest. */
export const moduleOf = ({ file }: Pick<Screen, 'file'>) => `src/features/${file}.screen.tsx`

/** Whether the panel's own address leads to the queue: to moderators, who have a right to it and not to the users. */
export const landsOnQueue = (pathname: string, { role }: User): boolean =>
  pathname === '/admin' && isStaff(role) && !hasRight(role, 'users')

export interface ScreenAt {
  name: ScreenName
  screen: Screen
  /** The id in the address, or ''. */
  id: string
}

/** The screen at an address. Who may not open it gets what the router shows them instead. */
export function screenAt(pathname: string, user: User): ScreenAt {
  for (const [name, screen] of screens) {
    const match = screen.paths.map(path => matchPath(path, pathname)).find(found => found !== null)
    if (!match) continue
    if (screen.needs === 'dog' && !user.dog) return { name: 'myDogs', screen: SCREENS.myDogs, id: '' }
    if (screen.right && !hasRight(user.role, screen.right)) {
      if (landsOnQueue(pathname, user)) return { name: 'adminReports', screen: SCREENS.adminReports, id: '' }
      break
    }
    return { name, screen, id: (match.params as { id?: string }).id ?? '' }
  }
  return { name: 'notFound', screen: SCREENS.notFound, id: '' }
}
