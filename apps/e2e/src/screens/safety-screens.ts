import type { Page } from '@playwright/test'
import { button, opens, type Screen } from './screen.ts'

async function openMenu(page: Page) {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^More about / })
    .click()
}

async function openReport(page: Page, steps: 1 | 2 | 3) {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Rude or hurtful messages' }).check()
  if (steps === 1) return
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('What happened?').fill('Called my dog a sausage, and then worse.')
  if (steps === 2) return
  // Nothing is sent, so the queue of the demo stays as it is.
  await page.route(/reports\.create/, route => route.fulfill({ json: [{ result: { data: { id: 'sent' } } }] }))
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByText('A moderator will read your report').waitFor()
}

/** Makes the page show a suspended account, which it is not. */
const suspend = (page: Page) =>
  page.route(/\/settings\/privacy$|\/api\/trpc\//, async route => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      '"suspended":false,"suspendedUntil":null',
      '"suspended":true,"suspendedUntil":"2027-01-06T12:00:00.000Z"',
    )
    await route.fulfill({ response, body })
  })

/** Blocks somebody far away, so that nobody is missing from the other pictures. */
async function blockOne(page: Page) {
  const blocks: unknown[] = await (await page.request.get('/api/blocks')).json()
  if (blocks.length > 0) return
  const dogs: { id: string; distance: number | null }[] = await (
    await page.request.get('/api/sniff?distance=100&limit=100')
  ).json()
  const far = dogs.at(-1)
  if (far) await page.request.post('/api/blocks', { data: { dogId: far.id } })
}

/** Leaves a dog far away out of Sniff, for the card that lists such dogs. */
async function blockAndSkipOne(page: Page) {
  await blockOne(page)
  const skips: unknown[] = await (await page.request.get('/api/skips')).json()
  if (skips.length > 0) return
  const dogs: { id: string }[] = await (await page.request.get('/api/sniff?distance=100&limit=100')).json()
  await page.request.post('/api/skips', { data: { dogId: dogs.at(-1)?.id } })
}

async function toCard(page: Page, name: string) {
  await page.getByRole('region', { name }).scrollIntoViewIfNeeded()
}

const ownerScreens: Screen[] = [
  { name: 'sniff-menu', viewer: 'owner', path: '/sniff', prepare: openMenu },
  { name: 'playdate-menu', viewer: 'owner', path: '/playdates', prepare: openMenu },
  {
    name: 'block',
    viewer: 'owner',
    path: '/sniff',
    prepare: async page => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Block' }).click()
      await page.getByRole('dialog').getByText("isn't told").waitFor()
    },
  },
  { name: 'report-kind', viewer: 'owner', path: '/sniff', prepare: page => openReport(page, 1) },
  {
    name: 'report-guide',
    viewer: 'owner',
    path: '/sniff',
    isPictureOnly: true,
    prepare: async page => {
      await openReport(page, 1)
      await page.getByRole('dialog').getByRole('button', { name: 'Safety guide' }).click()
      await page.getByRole('heading', { name: 'Block and report' }).waitFor()
    },
  },
  { name: 'report-note', viewer: 'owner', path: '/sniff', prepare: page => openReport(page, 2) },
  { name: 'report-sent', viewer: 'owner', path: '/sniff', prepare: page => openReport(page, 3) },
  {
    name: 'safety-guide',
    viewer: 'owner',
    path: '/settings/privacy',
    prepare: opens('Read the safety guide'),
  },
  { name: 'notice', viewer: 'owner', path: '/settings/privacy', prepare: page => toCard(page, 'Decisions about you') },
  {
    name: 'settings-blocked',
    viewer: 'owner',
    path: '/settings/privacy',
    before: blockAndSkipOne,
    prepare: page => toCard(page, 'Blocked and unmatched'),
  },
  { name: 'suspended', viewer: 'owner', path: '/settings/privacy', before: suspend, isWhole: true },
]

async function openCase(page: Page, name: RegExp) {
  await button(page, name).click()
  await page.getByRole('dialog').getByLabel('Decision', { exact: true }).waitFor()
}

const adminScreens: Screen[] = [
  { name: 'report-case', viewer: 'admin', path: '/admin/reports', prepare: page => openCase(page, /^Gaston/) },
  {
    name: 'report-decide',
    viewer: 'admin',
    path: '/admin/reports',
    prepare: async page => {
      await openCase(page, /^Boris/)
      await page.getByRole('dialog').getByLabel('Decision', { exact: true }).selectOption('remove-photos')
      await page.getByRole('dialog').getByLabel('Statement').scrollIntoViewIfNeeded()
    },
  },
  { name: 'report-appeal', viewer: 'admin', path: '/admin/reports', prepare: page => openCase(page, /^Juniper/) },
  {
    name: 'reports-decided',
    viewer: 'admin',
    path: '/admin/reports',
    prepare: async page => {
      await page.getByRole('radio', { name: 'Decided' }).check()
      await button(page, /^Juniper/).waitFor()
    },
  },
  {
    name: 'report-templates',
    viewer: 'admin',
    path: '/admin/reports',
    prepare: async page => {
      await page.getByRole('radio', { name: 'Templates' }).check()
      await button(page, 'Edit Rude messages').waitFor()
    },
  },
  {
    name: 'report-template',
    viewer: 'admin',
    path: '/admin/reports',
    prepare: async page => {
      await page.getByRole('radio', { name: 'Templates' }).check()
      await opens('Edit Rude messages')(page)
    },
  },
]

/** The screens of blocking, reporting, moderating and of people with decisions about them. */
export const SAFETY_SCREENS: Screen[] = [...ownerScreens, ...adminScreens]
