import { Passwords } from '@barkyard/api/platform/access/passwords'
import { seedDemo } from '@barkyard/db/demo/seed'
import { openDatabase } from '@barkyard/db/open'
import { expectAccessible } from './accessible.ts'
import { test as base } from './fixtures.ts'
import { openScreen, viewersOf } from './screens/open-screen.ts'
import { SCREENS } from './screens/screen-list.ts'
import { startServer } from './server.ts'

/** A PNG of one pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PHONE = { width: 375, height: 812 }

/** The demo without its photos, because drawing and storing them takes longer than all the rest. */
async function fillDemo(databaseUrl: string) {
  const db = openDatabase(databaseUrl)
  const passwords = new Passwords({ memoryCost: 8, timeCost: 1 })
  await seedDemo(db, { now: new Date(), hashPassword: one => passwords.hash(one), savePhoto: async () => {} })
  await db.destroy()
}

const test = base.extend<object, { viewers: ReturnType<typeof viewersOf> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await startServer({ DEMO: '1' }, fillDemo)
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  viewers: [
    async ({ browser, server }, use, { workerIndex }) => {
      const options = { viewport: { width: 1280, height: 900 }, timezoneId: 'Europe/Berlin', locale: 'en-US' }
      const viewers = viewersOf(browser, server.url, { ...options, reducedMotion: 'reduce' }, `axe-${workerIndex}`)
      await use(viewers)
      await viewers.close()
    },
    { scope: 'worker' },
  ],
})

for (const screen of SCREENS)
  test(`axe finds nothing on ${screen.name}, in either theme`, async ({ viewers }) => {
    const page = await (await viewers.contextOf(screen.viewer)).newPage()
    await page.route('**/photos/**', route => route.fulfill({ contentType: 'image/png', body: PHOTO }))
    if (screen.isPhone) await page.setViewportSize(PHONE)
    await openScreen(page, screen, screen.isPhone ?? false)
    if (screen.part) await page.locator(screen.part).waitFor()
    await expectAccessible(page, screen.part)
    await page.close()
  })
