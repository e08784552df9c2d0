import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { User } from '@barkyard/domain/schemas/user'
import { toSniffQuery } from '@barkyard/domain/sniff'
import { readAddress } from '../features/sniff/sniff-address.ts'
import type { Question } from './first-answers.ts'
import type { ScreenName } from './screen-names.ts'

/** The same as in features/playdates/data.ts. */
const PLAYDATES_A_PAGE = 50
const PAST_A_PAGE = 10

/** The same as in features/notifications/data.ts. */
const NOTIFICATIONS_A_PAGE = 30

const ofScreen: Partial<Record<ScreenName, (url: URL, id: string) => Question[]>> = {
  sniff: url => [{ path: 'sniff.search', input: toSniffQuery(readAddress(url.searchParams).filter), isInfinite: true }],
  dog: (_, id) => [{ path: 'dogs.get', input: { id } }],
  barks: () => [{ path: 'matches.list' }],
  chat: (_, id) => [
    { path: 'matches.get', input: { matchId: id } },
    { path: 'messages.list', input: { matchId: id, limit: MESSAGES_DEFAULT } },
  ],
  playdates: () => [
    { path: 'matches.list' },
    { path: 'playdates.list', input: { limit: PLAYDATES_A_PAGE }, isInfinite: true },
    { path: 'playdates.past', input: { limit: PAST_A_PAGE }, isInfinite: true },
  ],
  notifications: () => [{ path: 'notifications.list', input: { limit: NOTIFICATIONS_A_PAGE }, isInfinite: true }],
}

/** The first queries of a screen and of the frame around it. `id` is the one in the address. */
export function firstQuestions(screen: ScreenName, user: User, url: URL, id: string): Question[] {
  const around: Question[] = user.dog
    ? [{ path: 'dogs.mine' }, { path: 'matches.newCount' }, { path: 'playdates.pendingCount' }]
    : [{ path: 'dogs.mine' }]
  const own = user.dog || screen === 'dog' || screen === 'notifications' ? (ofScreen[screen]?.(url, id) ?? []) : []
  return [...around, { path: 'matches.unreadByDog' }, { path: 'notifications.unseenCount' }, ...own]
}
