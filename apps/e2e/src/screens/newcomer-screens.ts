import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Finder } from '../browsers/tab.ts'
import { choosesPhoto, click, fill, has, opens, refuse, screensOf, shows } from './screen.ts'

const next = (page: Finder) => page.getByRole('button', { name: 'Next' }).click()

/** Fills in the first steps of the wizard that makes a dog, at most four of five. */
export async function aboutADog(page: Finder, steps: number) {
  await page.getByLabel("Dog's name").fill('Pistachio')
  await page.locator('input[name=breed]').fill('Corgi')
  await page.locator('input[name=breed]').press('Escape')
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
  await page.locator('input[name=city]').press('Escape')
  await next(page)
  await page.getByText('Step 5 of 5').waitFor()
}

const tells = (steps: number) => (page: Page) => aboutADog(page, steps)

const hasPhoto = [tells(4), choosesPhoto, has('img', '1: photo.png')]

/** The app's page as sent when the server cannot identify the user. Then the page makes all its calls itself. */
export async function serveUnknown(page: Page) {
  const body = await readFile(join(import.meta.dirname, '../../../web/dist/client/index.html'), 'utf8')
  await page.route('/', route => route.fulfill({ body, contentType: 'text/html' }))
}

/** Pages without an account. */
export const VISITOR_SCREENS = screensOf('visitor', {
  landing: { path: '/', isWhole: true },
  'sign-in': { path: '/api/login' },
  'sign-up': { path: '/api/login?new' },
  'sign-up-errors': { path: '/api/login?new', prepare: click('Create account') },
  'landing-guide': { path: '/', prepare: opens('Learn About Safety') },
  'sign-up-taken': {
    path: '/api/login?new',
    prepare: [
      fill('First name', 'Robin'),
      fill('E-mail', 'owner@demo.test'),
      page => page.locator('input[type=password]').fill('correct horse battery'),
      click('Create account'),
      shows('You already have an account'),
    ],
  },
  'landing-invited': { path: `/?invite=${'x'.repeat(22)}` },
  forgot: { path: '/api/forgot' },
  'reset-dead-link': { path: '/api/reset?token=used-up' },
  unreachable: {
    path: '/',
    before: async page => {
      await serveUnknown(page)
      await refuse(/\/api\/auth\/user/)(page)
    },
  },
})

/** Pages of an account without a dog. */
export const NEWCOMER_SCREENS = screensOf('newcomer', {
  'my-dogs-none': { path: '/my-dogs' },
  'settings-dogless': { path: '/settings/searches', isWhole: true },
  'settings-change-e-mail': { path: '/settings/account', prepare: opens(/^Change e-mail$/) },
  'settings-change-password': { path: '/settings/account', prepare: opens(/^Change password$/) },
  'settings-download': { path: '/settings/account', prepare: opens(/^Download$/) },
  'settings-delete-account': { path: '/settings/account', prepare: opens(/^Delete account$/) },
  'notifications-none': { path: '/notifications' },
  'playdates-no-matches': { path: '/playdates' },
  'onboarding-2': { path: '/onboarding', prepare: tells(1) },
  'onboarding-3': { path: '/onboarding', prepare: tells(2) },
  'onboarding-4': { path: '/onboarding', prepare: tells(3) },
  'onboarding-5': { path: '/onboarding', prepare: tells(4) },
  'onboarding-missing': { path: '/onboarding', prepare: click('Next') },
  'onboarding-cities': {
    path: '/onboarding',
    prepare: [
      tells(3),
      page => page.locator('input[name=city]').pressSequentially('portland, m'),
      page => page.getByRole('option').first().waitFor(),
    ],
  },
  'onboarding-unknown-city': {
    path: '/onboarding',
    prepare: [
      tells(3),
      page => page.locator('input[name=city]').fill('Oaklandd'),
      click('Next'),
      has('heading', 'Which city?'),
    ],
  },
  'onboarding-photos': { path: '/onboarding', prepare: hasPhoto },
  'onboarding-photos-gone': {
    path: '/onboarding',
    prepare: [
      ...hasPhoto,
      // The browser asks, because the photo would be lost.
      async page => page.once('dialog', dialog => void dialog.accept()),
      page => page.reload(),
      shows(/your photo is gone/),
    ],
  },
})
