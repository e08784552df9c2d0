import type { Page } from '@playwright/test'
import { check, clickInDialog, fill, opens, press, read, screensOf, shows } from './screen.ts'

const opensMenu = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^More about / })
    .click()

const choosesKind = [opensMenu, press('menuitem', 'Report'), check('Rude or hurtful messages')]
const writesNote = [
  ...choosesKind,
  clickInDialog('Next'),
  fill('What happened?', 'Called my dog a sausage, and then worse.'),
]

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

/** Blocks somebody far away and skips a dog there, so that nobody is missing from the other pictures. */
async function blockAndSkipOne(page: Page) {
  const dogs = await read<{ id: string }[]>(page, '/sniff?distance=100&limit=100')
  const [skipped, blocked] = dogs.slice(-2)
  for (const [list, dog] of [
    ['/blocks', blocked],
    ['/skips', skipped],
  ] as const)
    if ((await read<unknown[]>(page, list)).length === 0)
      await page.request.post(`/api${list}`, { data: { dogId: dog?.id } })
}

const toCard = (name: string) => (page: Page) => page.getByRole('region', { name }).scrollIntoViewIfNeeded()

/** The screens of blocking, of reporting, and of people with decisions about them. */
export const SAFETY_SCREENS = screensOf('owner', {
  'sniff-menu': { path: '/sniff', prepare: opensMenu },
  'playdate-menu': { path: '/playdates', prepare: opensMenu },
  block: { path: '/sniff', prepare: [opensMenu, press('menuitem', 'Block'), shows("isn't told")] },
  'report-kind': { path: '/sniff', prepare: choosesKind },
  'report-note': { path: '/sniff', prepare: writesNote },
  'report-sent': {
    path: '/sniff',
    prepare: [
      ...writesNote,
      // Nothing is sent, so the queue of the demo stays as it is.
      page => page.route(/reports\.create/, route => route.fulfill({ json: [{ result: { data: { id: 'sent' } } }] })),
      clickInDialog('Send report'),
      shows('A moderator will read your report'),
    ],
  },
  'safety-guide': { path: '/settings/privacy', prepare: opens('Read the safety guide') },
  notice: { path: '/settings/privacy', prepare: toCard('Decisions about you') },
  'settings-blocked': {
    path: '/settings/privacy',
    before: blockAndSkipOne,
    prepare: toCard('Blocked and unmatched'),
  },
  suspended: { path: '/settings/privacy', before: suspend, isWhole: true },
})
