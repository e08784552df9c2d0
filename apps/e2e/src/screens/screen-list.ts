import type { Page } from '@playwright/test'
import { screens } from '../../../web/src/screens.ts'
import { ADMIN_SCREENS } from './admin-screens.ts'
import { MORE_SCREENS } from './more-screens.ts'
import { NEWCOMER_SCREENS, VISITOR_SCREENS } from './newcomer-screens.ts'
import { SAFETY_SCREENS } from './safety-screens.ts'
import {
  button,
  click,
  clickInDialog,
  has,
  hold,
  MISSING,
  opens,
  opensFilters,
  press,
  refuse,
  type Screen,
  screensOf,
} from './screen.ts'

const MATCHES = 'Who would you like to meet?'
const choosesMatch = [
  press('combobox', MATCHES),
  (page: Page) => page.getByRole('option').first().click(),
  click('Create Playdate'),
  has('region', 'Map of the parks'),
]
const toSniff = press('link', /Find dogs nearby/)

const ownerScreens = screensOf('owner', {
  menu: { path: '/doghouse', prepare: click(/: menu$/) },
  offline: {
    path: '/doghouse',
    before: page => page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false })),
  },
  'my-dogs-delete': { path: '/my-dogs', prepare: opens(/^Delete /) },
  'sniff-best-match': { path: '/sniff?order=match', isWhole: true },
  'sniff-filters': {
    path: '/sniff?sizes=large&temperaments=playful',
    isPhone: true,
    prepare: opensFilters,
  },
  'saved-searches': {
    path: '/sniff?sizes=large',
    prepare: [opensFilters, click('Saved searches'), has('button', /^Delete /)],
  },
  'share-dog': { path: '/profile', prepare: [click('Share'), has('button', 'Save picture')] },
  'sniff-none': { path: '/sniff?ageMin=9&temperaments=shy&distance=5' },
  'sniff-loading': {
    path: '/doghouse',
    before: hold(/sniff\.search/),
    isBusy: true,
    prepare: [toSniff, has('heading', 'Sniff Dogs Nearby')],
  },
  'sniff-failed': {
    path: '/doghouse',
    before: refuse(/sniff\.search/),
    prepare: [toSniff, page => page.getByRole('region', { name: 'Results' }).getByRole('alert').waitFor()],
  },
  dog: {
    path: '/sniff',
    prepare: [
      page => page.getByRole('article').nth(2).getByRole('link').first().click(),
      page => page.waitForURL(/\/dog\//),
      has('button', 'Bark (Send Woof!)'),
    ],
  },
  'dog-not-found': { path: '/dog/nobody' },
  'swipe-match': { path: '/swipe', prepare: opens(/^Like$/) },
  'swipe-end': {
    path: '/swipe',
    prepare: async page => {
      while (await button(page, /^Pass$/).isVisible()) await button(page, /^Pass$/).click()
    },
  },
  'barks-failed': {
    path: '/settings',
    before: refuse(/matches\.list/),
    prepare: [press('link', /Barks$/), has('heading', "We couldn't load this")],
  },
  chat: {
    path: '/barks',
    prepare: [
      page => page.getByRole('main').getByRole('link').nth(1).click(),
      page => page.getByPlaceholder('Type a message...').fill('See you at the park'),
    ],
  },
  'notifications-panel': { path: '/doghouse', prepare: press('link', /^Notifications/) },
  'notifications-failed': {
    path: '/doghouse',
    before: refuse(/notifications\.list/),
    prepare: [press('link', /^Notifications/), has('heading', "We couldn't load your notifications")],
  },
  'playdate-matches': { path: '/playdates', prepare: press('combobox', MATCHES) },
  'playdate-park': { path: '/playdates', prepare: [...choosesMatch, click('Lafayette Park')] },
  'playdate-new': { path: '/playdates', prepare: choosesMatch },
  'playdate-errors': { path: '/playdates', prepare: [...choosesMatch, clickInDialog('Create Playdate')] },
  'playdate-calendar': {
    path: '/playdates',
    prepare: [...choosesMatch, click('Crissy Field'), click(/^Date/), page => page.getByRole('table').waitFor()],
  },
  'not-found': { path: MISSING },
})

/** Each address of the app that names no dog and no match. */
const plainScreens: Screen[] = screens
  .flatMap(([, { paths, right }]) => paths.map(path => ({ path, viewer: right ? 'admin' : 'owner' }) as const))
  .filter(({ path }) => /^\/\w[\w/-]*$/.test(path))
  .map(({ path, viewer }) => ({
    name: path.slice(1).replaceAll('/', '-'),
    viewer,
    path,
    isWhole: path.startsWith('/settings') || viewer === 'admin',
  }))

/** Every screen, dialog and state that gets a picture. */
export const SCREENS: Screen[] = [
  ...plainScreens,
  ...VISITOR_SCREENS,
  ...NEWCOMER_SCREENS,
  ...ownerScreens,
  ...ADMIN_SCREENS,
  ...SAFETY_SCREENS,
  ...MORE_SCREENS,
]
