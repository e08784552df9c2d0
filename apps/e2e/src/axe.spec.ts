import { Passwords } from '@barkyard/api/platform/access/passwords'
import { seedDemo } from '@barkyard/db/demo/seed'
import { openDatabase } from '@barkyard/db/open'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test as base } from './fixtures.ts'
import { appRuns } from './people.ts'
import { goWithin, openScreen, viewersOf } from './screens/open-screen.ts'
import type { Viewer } from './screens/screen.ts'
import { SCREENS } from './screens/screen-list.ts'

/** A PNG of one pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const DIALOG = '[role=dialog]'
const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 375, height: 812 }

/** The demo without its photos, because drawing and storing them takes longer than all the rest. */
async function fillDemo(databaseUrl: string) {
  const db = openDatabase(databaseUrl)
  const passwords = new Passwords({ memoryCost: 8, timeCost: 1 })
  await seedDemo(db, { now: new Date(), hashPassword: one => passwords.hash(one), savePhoto: async () => {} })
  await db.destroy()
}

const test = base.extend<object, { pageOf: (viewer: Viewer, isShared: boolean) => Promise<Page> }>({
  settings: [{ env: { DEMO: '1' }, fill: fillDemo }, { scope: 'worker' }],
  pageOf: [
    async ({ browser, server }, use, { workerIndex }) => {
      const options = { viewport: DESKTOP, timezoneId: 'Europe/Berlin', locale: 'en-US' }
      const viewers = viewersOf(browser, server.url, { ...options, reducedMotion: 'reduce' }, `axe-${workerIndex}`)
      const shared = new Map<Viewer, Page>()
      await use(async (viewer, isShared) => {
        const known = shared.get(viewer)
        if (isShared && known) return known
        const page = await (await viewers.contextOf(viewer)).newPage()
        await page.route('**/photos/**', route => route.fulfill({ contentType: 'image/png', body: PHOTO }))
        if (!isShared) return page
        shared.set(viewer, page)
        if (viewer === 'visitor') return page
        await page.goto('/')
        await appRuns(page)
        return page
      })
      await viewers.close()
    },
    { scope: 'worker' },
  ],
})

for (const screen of SCREENS)
  test(`axe finds nothing on ${screen.name}, in either theme`, async ({ pageOf }) => {
    const { viewer, before, isPhone = false } = screen
    // Loading a page costs more than all the rest, so a viewer's screens share one where they can.
    const isShared = !before
    const page = await pageOf(viewer, isShared)
    await page.setViewportSize(isPhone ? PHONE : DESKTOP)
    const isWithin = isShared && viewer !== 'visitor'
    await openScreen(page, screen, isPhone, path => (isWithin ? goWithin(page, path) : page.goto(path)))
    // A dialog alone: the page behind it is a screen of its own, and what the dialog half covers looks too small to axe.
    const isDialog = (await page.locator(DIALOG).filter({ visible: true }).count()) > 0
    await expectAccessible(page, isDialog ? DIALOG : undefined)
    if (!isShared) await page.close()
  })
