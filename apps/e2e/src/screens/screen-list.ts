import type { Page } from '@playwright/test'
import { screens } from '../../../web/src/screens.ts'
import { ADMIN_SCREENS } from './admin-screens.ts'
import { MORE_SCREENS } from './more-screens.ts'
import { NEWCOMER_SCREENS, VISITOR_SCREENS } from './newcomer-screens.ts'
import { SAFETY_SCREENS } from './safety-screens.ts'
import { button, click, hold, MISSING, opens, refuse, type Screen } from './screen.ts'

async function chooseMatch(page: Page) {
  await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Create Playdate').click()
  await page.getByRole('region', { name: 'Map of the parks' }).waitFor()
}

const toSniff = (page: Page) => page.getByRole('link', { name: /Find dogs nearby/ }).click()

async function failedNotifications(page: Page) {
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await page.getByRole('heading', { name: "We couldn't load your notifications" }).waitFor()
}

const ownerScreens: Screen[] = [
  { name: 'menu', viewer: 'owner', path: '/doghouse', prepare: click(/: menu$/) },
  {
    name: 'offline',
    viewer: 'owner',
    path: '/doghouse',
    before: page => page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false })),
  },
  { name: 'my-dogs-delete', viewer: 'owner', path: '/my-dogs', prepare: opens(/^Delete /) },
  { name: 'sniff-best-match', viewer: 'owner', path: '/sniff?order=match', isWhole: true },
  {
    name: 'sniff-filters',
    viewer: 'owner',
    path: '/sniff?sizes=large&temperaments=playful',
    isPhone: true,
    prepare: async (page, isPhone) => {
      if (isPhone) await opens(/^Filters/)(page)
    },
  },
  {
    name: 'saved-searches',
    viewer: 'owner',
    path: '/sniff?sizes=large',
    prepare: async (page, isPhone) => {
      if (isPhone) await button(page, /^Filters/).click()
      await button(page, 'Saved searches').click()
      await button(page, /^Delete /).waitFor()
    },
  },
  {
    name: 'share-dog',
    viewer: 'owner',
    path: '/profile',
    prepare: async page => {
      await button(page, 'Share').click()
      await button(page, 'Save picture').waitFor()
    },
  },
  { name: 'sniff-none', viewer: 'owner', path: '/sniff?ageMin=9&temperaments=shy&distance=5' },
  {
    name: 'sniff-loading',
    viewer: 'owner',
    path: '/doghouse',
    before: hold(/sniff\.search/),
    isBusy: true,
    prepare: async page => {
      await toSniff(page)
      await page.getByRole('heading', { level: 1, name: 'Sniff Dogs Nearby' }).waitFor()
    },
  },
  {
    name: 'sniff-failed',
    viewer: 'owner',
    path: '/doghouse',
    before: refuse(/sniff\.search/),
    prepare: async page => {
      await toSniff(page)
      await page.getByRole('region', { name: 'Results' }).getByRole('alert').waitFor()
    },
  },
  {
    name: 'dog',
    viewer: 'owner',
    path: '/sniff',
    prepare: async page => {
      await page.getByRole('article').nth(2).getByRole('link').first().click()
      await page.waitForURL(/\/dog\//)
      await button(page, 'Bark (Send Woof!)').waitFor()
    },
  },
  { name: 'dog-not-found', viewer: 'owner', path: '/dog/nobody' },
  { name: 'swipe-match', viewer: 'owner', path: '/swipe', prepare: opens(/^Like$/) },
  {
    name: 'swipe-end',
    viewer: 'owner',
    path: '/swipe',
    prepare: async page => {
      while (await button(page, /^Pass$/).isVisible()) await button(page, /^Pass$/).click()
    },
  },
  {
    name: 'barks-failed',
    viewer: 'owner',
    path: '/settings',
    before: refuse(/matches\.list/),
    prepare: async page => {
      await page
        .getByRole('link', { name: /Barks$/ })
        .first()
        .click()
      await page.getByRole('heading', { name: "We couldn't load this" }).waitFor()
    },
  },
  {
    name: 'chat',
    viewer: 'owner',
    path: '/barks',
    prepare: async page => {
      await page.getByRole('main').getByRole('link').nth(1).click()
      await page.getByPlaceholder('Type a message...').fill('See you at the park')
    },
  },
  { name: 'chat-not-found', viewer: 'owner', path: '/bark-chat/nonsense', isPictureOnly: true },
  {
    name: 'notifications-panel',
    viewer: 'owner',
    path: '/doghouse',
    prepare: page => page.getByRole('link', { name: /^Notifications/ }).click(),
  },
  {
    name: 'notifications-failed',
    viewer: 'owner',
    path: '/doghouse',
    before: refuse(/notifications\.list/),
    prepare: failedNotifications,
  },
  {
    name: 'playdate-park',
    viewer: 'owner',
    path: '/playdates',
    prepare: async page => {
      await chooseMatch(page)
      await page.getByRole('button', { name: 'Lafayette Park' }).click()
    },
  },
  { name: 'playdate-new', viewer: 'owner', path: '/playdates', prepare: chooseMatch },
  {
    name: 'playdate-errors',
    viewer: 'owner',
    path: '/playdates',
    prepare: async page => {
      await chooseMatch(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Create Playdate' }).click()
    },
  },
  {
    name: 'playdate-calendar',
    viewer: 'owner',
    path: '/playdates',
    prepare: async page => {
      await chooseMatch(page)
      await button(page, 'Crissy Field').click()
      await button(page, /^Date/).click()
      await page.getByRole('table').waitFor()
    },
  },
  { name: 'not-found', viewer: 'owner', path: MISSING },
]

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
