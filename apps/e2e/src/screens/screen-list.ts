import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SAFETY_SCREENS } from './safety-screens.ts'

/** The user of the browser: `newcomer` has an account and nothing else. */
export type Viewer = 'visitor' | 'owner' | 'newcomer' | 'admin'

export interface Screen {
  name: string
  viewer: Viewer
  path: string
  /** What to do before the picture is taken: open a dialog, break a call. */
  prepare?: (page: Page, isPhone: boolean) => Promise<unknown>
  /** Runs before the page opens: delays or refuses calls. */
  before?: (page: Page) => Promise<unknown>
  /** Takes a picture of the whole page instead of the window. */
  isWhole?: boolean
  /** The screen shows that it is loading, so there is nothing to wait for. */
  isBusy?: boolean
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const next = (page: Page) => button(page, 'Next').click()

async function aboutADog(page: Page, steps: number) {
  if (steps < 1) return
  await page.getByLabel("Dog's name").fill('Pistachio')
  await page.locator('input[name=breed]').fill('Corgi')
  await page.keyboard.press('Escape')
  await next(page)
  if (steps < 2) return
  await page.getByRole('radio', { name: 'Small' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByLabel('Age in years').fill('2')
  await next(page)
  if (steps < 3) return
  await page.getByRole('checkbox', { name: 'Playful' }).check()
  await page.getByLabel('Bio').fill('Owns three tennis balls and knows where each of them is.')
  await next(page)
  if (steps < 4) return
  await page.locator('input[name=city]').fill('Oakland')
  await page.keyboard.press('Escape')
  await next(page)
  await page.getByText('Step 5 of 5').waitFor()
}

async function chooseMatch(page: Page) {
  await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Create Playdate').click()
  await page.getByRole('region', { name: 'Map of the parks' }).waitFor()
}

const toSniff = (page: Page) => page.getByRole('link', { name: /Find dogs nearby/ }).click()

/** The app's page as sent when the server cannot identify the user. Then the page makes all its calls itself. */
async function serveUnknown(page: Page) {
  const body = await readFile(join(import.meta.dirname, '../../../web/dist/client/index.html'), 'utf8')
  await page.route('/', route => route.fulfill({ body, contentType: 'text/html' }))
}

const refuse = (pattern: RegExp) => (page: Page) => page.route(pattern, route => route.abort())
const hold = (pattern: RegExp) => (page: Page) => page.route(pattern, () => {})

async function failedNotifications(page: Page) {
  await refuse(/notifications\.list/)(page)
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await page.getByRole('heading', { name: "We couldn't load your notifications" }).waitFor()
}

const visitorScreens: Screen[] = [
  { name: 'landing', viewer: 'visitor', path: '/', isWhole: true },
  { name: 'landing-top', viewer: 'visitor', path: '/' },
  { name: 'sign-in', viewer: 'visitor', path: '/api/login' },
  {
    name: 'sign-up',
    viewer: 'visitor',
    path: '/api/login?new',
  },
  { name: 'goodbye', viewer: 'visitor', path: '/?goodbye' },
  { name: 'forgot', viewer: 'visitor', path: '/api/forgot' },
  { name: 'reset-dead-link', viewer: 'visitor', path: '/api/reset?token=used-up' },
  {
    name: 'unreachable',
    viewer: 'visitor',
    path: '/',
    before: async page => {
      await serveUnknown(page)
      await refuse(/\/api\/auth\/user/)(page)
    },
  },
]

const onboardingScreens: Screen[] = [0, 1, 2, 3, 4].map(step => ({
  name: `onboarding-${step + 1}`,
  viewer: 'newcomer',
  path: '/onboarding',
  prepare: page => aboutADog(page, step),
}))

const newcomerScreens: Screen[] = [
  { name: 'my-dogs-none', viewer: 'newcomer', path: '/my-dogs' },
  { name: 'settings-dogless', viewer: 'newcomer', path: '/settings', isWhole: true },
  ...['Change e-mail', 'Change password', 'Download', 'Delete account'].map(name => ({
    name: `settings-${name.toLowerCase().replace(' ', '-')}`,
    viewer: 'newcomer' as const,
    path: '/settings',
    prepare: (page: Page) => page.getByRole('button', { name, exact: true }).click(),
  })),
  { name: 'notifications-none', viewer: 'newcomer', path: '/notifications' },
  { name: 'playdates-no-matches', viewer: 'newcomer', path: '/playdates' },
  ...onboardingScreens,
  { name: 'onboarding-missing', viewer: 'newcomer', path: '/onboarding', prepare: next },
]

const ownerScreens: Screen[] = [
  { name: 'doghouse', viewer: 'owner', path: '/doghouse' },
  { name: 'menu', viewer: 'owner', path: '/doghouse', prepare: page => button(page, /: menu$/).click() },
  {
    name: 'offline',
    viewer: 'owner',
    path: '/doghouse',
    prepare: async page => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
        window.dispatchEvent(new Event('offline'))
      })
    },
  },
  { name: 'my-dogs', viewer: 'owner', path: '/my-dogs' },
  { name: 'my-dogs-delete', viewer: 'owner', path: '/my-dogs', prepare: page => button(page, /^Delete /).click() },
  { name: 'sniff', viewer: 'owner', path: '/sniff' },
  { name: 'sniff-best-match', viewer: 'owner', path: '/sniff?order=match', isWhole: true },
  {
    name: 'sniff-filters',
    viewer: 'owner',
    path: '/sniff?sizes=large&temperaments=playful',
    prepare: async (page, isPhone) => {
      if (isPhone) await button(page, /^Filters/).click()
    },
  },
  { name: 'sniff-none', viewer: 'owner', path: '/sniff?ageMin=15&ageMax=16&distance=5' },
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
  { name: 'swipe', viewer: 'owner', path: '/swipe' },
  { name: 'swipe-match', viewer: 'owner', path: '/swipe', prepare: page => button(page, /^Like$/).click() },
  {
    name: 'swipe-end',
    viewer: 'owner',
    path: '/swipe',
    prepare: async page => {
      while (await button(page, /^Pass$/).isVisible()) await button(page, /^Pass$/).click()
    },
  },
  { name: 'barks', viewer: 'owner', path: '/barks' },
  {
    name: 'barks-failed',
    viewer: 'owner',
    path: '/doghouse',
    before: refuse(/matches\.list/),
    prepare: async page => {
      await page
        .getByRole('link', { name: /^Barks/ })
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
  { name: 'chat-not-found', viewer: 'owner', path: '/bark-chat/nonsense' },
  {
    name: 'notifications-panel',
    viewer: 'owner',
    path: '/doghouse',
    prepare: page => page.getByRole('link', { name: /^Notifications/ }).click(),
  },
  { name: 'notifications', viewer: 'owner', path: '/notifications' },
  { name: 'notifications-failed', viewer: 'owner', path: '/doghouse', prepare: failedNotifications },
  { name: 'playdates', viewer: 'owner', path: '/playdates' },
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
  { name: 'profile', viewer: 'owner', path: '/profile' },
  { name: 'settings', viewer: 'owner', path: '/settings', isWhole: true },
  { name: 'not-found', viewer: 'owner', path: '/no-such-page' },
]

const adminScreens: Screen[] = [
  { name: 'admin', viewer: 'admin', path: '/admin' },
  { name: 'admin-all', viewer: 'admin', path: '/admin', isWhole: true },
  { name: 'admin-users', viewer: 'admin', path: '/admin/users' },
  {
    name: 'admin-user-dogs',
    viewer: 'admin',
    path: '/admin',
    prepare: page => page.getByRole('region', { name: 'All Users' }).getByRole('button', { name: /@/ }).nth(2).click(),
  },
  {
    name: 'admin-transfer',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await button(page, /^Assign Owner/).click()
      await page.getByRole('combobox', { name: 'New owner' }).click()
    },
  },
  {
    name: 'admin-delete-users',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page.getByRole('region', { name: 'All Users' }).getByRole('checkbox').nth(2).check()
      await button(page, /^Delete 1 user/).click()
    },
  },
  { name: 'admin-delete-dog', viewer: 'admin', path: '/admin', prepare: page => button(page, /^Delete /).click() },
  {
    name: 'admin-edit-dog',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await page
        .getByRole('link', { name: /profile$/ })
        .first()
        .click()
      await button(page, 'Edit Profile (Admin)').click()
    },
  },
  {
    name: 'impersonating',
    viewer: 'admin',
    path: '/admin',
    prepare: async page => {
      await button(page, /^Test as/).click()
      await page.waitForURL(/\/doghouse$/)
      await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    },
  },
]

/** Every screen, dialog and state that gets a picture. */
export const SCREENS: Screen[] = [
  ...visitorScreens,
  ...newcomerScreens,
  ...ownerScreens,
  ...adminScreens,
  ...SAFETY_SCREENS,
]
