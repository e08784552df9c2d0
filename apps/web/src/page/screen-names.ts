import type { User } from '@barkyard/domain/schemas/user'
import { matchPath } from 'react-router-dom'

/** Screens by address, with the modules that routes.tsx loads for them. */
const SCREENS = {
  doghouse: { paths: ['/', '/doghouse'], modules: ['home/doghouse'], needsDog: true },
  sniff: { paths: ['/sniff'], modules: ['sniff/sniff'], needsDog: true },
  barks: { paths: ['/barks'], modules: ['matches/barks'], needsDog: true },
  chat: { paths: ['/bark-chat/:id'], modules: ['messages/chat'], needsDog: true },
  profile: { paths: ['/profile'], modules: ['dogs/profile', 'location/location-card'], needsDog: true },
  myDogs: { paths: ['/my-dogs'], modules: ['dogs/my-dogs'], needsDog: false },
  dog: { paths: ['/dog/:id'], modules: ['dogs/dog-page', 'matches/bark-button'], needsDog: false },
  onboarding: { paths: ['/onboarding'], modules: ['dogs/onboarding', 'location/city-field'], needsDog: false },
  playdates: { paths: ['/playdates'], modules: ['playdates/playdates'], needsDog: false },
  notifications: { paths: ['/notifications'], modules: ['notifications/notifications'], needsDog: false },
  settings: {
    paths: ['/settings'],
    modules: ['settings/settings', 'notifications/notifications-card', 'account/account-cards'],
    needsDog: false,
  },
  swipe: { paths: ['/swipe'], modules: ['swipe/swipe'], needsDog: false },
} as const

export type ScreenName = keyof typeof SCREENS | 'other'

export interface Asked {
  screen: ScreenName
  /** The id in the address, or ''. */
  id: string
  /** Their names in the build's manifest. */
  modules: string[]
}

/** The screen at an address. A user without a dog is sent to choose one first, as in routes.tsx. */
export function screenAt(pathname: string, user: User): Asked {
  for (const [screen, { paths, modules, needsDog }] of Object.entries(SCREENS)) {
    const match = paths.map(path => matchPath(path, pathname)).find(found => found !== null)
    if (!match) continue
    const features = needsDog && !user.dog ? SCREENS.myDogs.modules : modules
    return {
      screen: needsDog && !user.dog ? 'myDogs' : (screen as ScreenName),
      id: (match.params as { id?: string }).id ?? '',
      modules: features.map(name => `src/features/${name}.tsx`),
    }
  }
  return { screen: 'other', id: '', modules: [] }
}
