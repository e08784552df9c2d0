import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { portraitPng } from '../people.ts'
import { button, click, opens, refuse, type Screen } from './screen.ts'

const next = (page: Page) => button(page, 'Next').click()

/** Fills in the first steps of the wizard that makes a dog, at most four of five. */
export async function aboutADog(page: Page, steps: number) {
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

async function choosePhoto(page: Page) {
  await aboutADog(page, 4)
  const buffer = await portraitPng({ name: 'Pistachio', breed: 'Corgi', size: 'small', temperament: [] })
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  await page.getByRole('img', { name: '1: photo.png' }).waitFor()
}

/** The app's page as sent when the server cannot identify the user. Then the page makes all its calls itself. */
async function serveUnknown(page: Page) {
  const body = await readFile(join(import.meta.dirname, '../../../web/dist/client/index.html'), 'utf8')
  await page.route('/', route => route.fulfill({ body, contentType: 'text/html' }))
}

/** Pages without an account. */
export const VISITOR_SCREENS: Screen[] = [
  { name: 'landing', viewer: 'visitor', path: '/', isWhole: true },
  { name: 'landing-top', viewer: 'visitor', path: '/', isPictureOnly: true },
  { name: 'sign-in', viewer: 'visitor', path: '/api/login' },
  {
    name: 'sign-up',
    viewer: 'visitor',
    path: '/api/login?new',
  },
  { name: 'sign-up-errors', viewer: 'visitor', path: '/api/login?new', prepare: click('Create account') },
  { name: 'landing-guide', viewer: 'visitor', path: '/', prepare: opens('Learn About Safety') },
  {
    name: 'sign-up-taken',
    viewer: 'visitor',
    path: '/api/login?new',
    prepare: async page => {
      await page.getByLabel('First name').fill('Robin')
      await page.getByLabel('E-mail').fill('owner@demo.test')
      await page.locator('input[type=password]').fill('correct horse battery')
      await button(page, 'Create account').click()
      await page.getByText('You already have an account').waitFor()
    },
  },
  { name: 'landing-invited', viewer: 'visitor', path: `/?invite=${'x'.repeat(22)}` },
  { name: 'goodbye', viewer: 'visitor', path: '/?goodbye', isPictureOnly: true },
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
  isPictureOnly: step === 0,
  prepare: page => aboutADog(page, step),
}))

/** Pages of an account without a dog. */
export const NEWCOMER_SCREENS: Screen[] = [
  { name: 'my-dogs-none', viewer: 'newcomer', path: '/my-dogs' },
  { name: 'settings-dogless', viewer: 'newcomer', path: '/settings/searches', isWhole: true },
  ...['Change e-mail', 'Change password', 'Download', 'Delete account'].map(name => ({
    name: `settings-${name.toLowerCase().replace(' ', '-')}`,
    viewer: 'newcomer' as const,
    path: '/settings/account',
    prepare: opens(new RegExp(`^${name}$`)),
  })),
  { name: 'notifications-none', viewer: 'newcomer', path: '/notifications' },
  { name: 'playdates-no-matches', viewer: 'newcomer', path: '/playdates' },
  ...onboardingScreens,
  { name: 'onboarding-missing', viewer: 'newcomer', path: '/onboarding', prepare: next },
  {
    name: 'onboarding-cities',
    viewer: 'newcomer',
    path: '/onboarding',
    prepare: async page => {
      await aboutADog(page, 3)
      await page.locator('input[name=city]').pressSequentially('portland, m')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'onboarding-unknown-city',
    viewer: 'newcomer',
    path: '/onboarding',
    prepare: async page => {
      await aboutADog(page, 3)
      await page.locator('input[name=city]').fill('Oaklandd')
      await next(page)
      await page.getByRole('heading', { name: 'Which city?' }).waitFor()
    },
  },
  { name: 'onboarding-photos', viewer: 'newcomer', path: '/onboarding', prepare: choosePhoto },
  {
    name: 'onboarding-photos-gone',
    viewer: 'newcomer',
    path: '/onboarding',
    prepare: async page => {
      await choosePhoto(page)
      // The browser asks, because the photo would be lost.
      page.once('dialog', dialog => void dialog.accept())
      await page.reload()
      await page.getByText(/your photo is gone/).waitFor()
    },
  },
]
