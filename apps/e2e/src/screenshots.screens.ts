import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { newPerson } from './people.ts'
import type { Screen, Viewer } from './screens/screen.ts'
import { SCREENS } from './screens/screen-list.ts'
import { type Server, startServer } from './server.ts'

const FOLDER = join(import.meta.dirname, '../screenshots')
/** The window's size in CSS px, and the browser's text size. */
const SIZES = {
  small: { width: 320, height: 640 },
  phone: { width: 375, height: 812 },
  'large-text': { width: 375, height: 812, text: '200%' },
  sideways: { width: 667, height: 375 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
} as const
/** The names of the wanted screens, comma-joined. Absent: all. */
const ONLY = process.env.SCREENS?.split(',')
const DEMO_PASSWORD = 'demo-demo-demo'

const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await startServer({ DEMO: '1' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Waits until the window shows its content: no spinner, no skeleton, every picture. */
async function settle(page: Page) {
  await page.waitForFunction(() => {
    const isLoading = [...document.querySelectorAll('[role=status], [aria-busy=true]')].some(
      element => element.ariaBusy === 'true' || element.textContent?.includes('Loading...'),
    )
    const pictures = [...document.images].filter(image => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < window.innerHeight
    })
    // A lazy one that a scrolling box clips would never be loaded.
    for (const picture of pictures) picture.loading = 'eager'
    return !isLoading && document.fonts.status === 'loaded' && pictures.every(image => image.complete)
  })
}

/** Scrolls to load the lazy images, because a picture of the whole page needs them all. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      window.scrollTo(0, y)
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
    window.scrollTo(0, 0)
  })
}

for (const [size, { width, height, ...set }] of Object.entries(SIZES)) {
  for (const theme of ['light', 'dark']) {
    test(`${size}, ${theme}`, async ({ browser, server }) => {
      // A busy machine takes ten times as long as a quiet one.
      test.setTimeout(1_800_000)
      const folder = join(FOLDER, `${size}-${theme}`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      const options = { baseURL: server.url, viewport: { width, height }, reducedMotion: 'reduce' } as const
      const contexts = new Map<Viewer, BrowserContext>()

      async function contextOf(viewer: Viewer) {
        const known = contexts.get(viewer)
        if (known) return known
        const context =
          viewer === 'newcomer'
            ? (await newPerson(browser, server.url, { email: `${size}-${theme}@screens.test` }, options)).context
            : await browser.newContext(options)
        if (viewer === 'owner' || viewer === 'admin') {
          const data = { email: `${viewer}@demo.test`, password: DEMO_PASSWORD }
          const answer = await context.request.post('/api/login', { data })
          if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
        }
        await context.addInitScript(name => localStorage.setItem('theme', name), theme)
        contexts.set(viewer, context)
        return context
      }

      async function take(screen: Screen, page: Page) {
        page.setDefaultTimeout(15_000)
        // Unread messages stay unread for the following pictures.
        await page.route(/markSeen/, route => route.abort())
        await screen.before?.(page)
        await page.goto(screen.path)
        if ('text' in set) await page.addStyleTag({ content: `html { font-size: ${set.text} }` })
        if (!screen.isBusy) await settle(page)
        await screen.prepare?.(page, width < 768)
        if (screen.isWhole) await scrollThrough(page)
        if (!screen.isBusy) await settle(page)
        await page.screenshot({
          path: join(folder, `${screen.name}.png`),
          fullPage: screen.isWhole ?? false,
          animations: 'disabled',
        })
      }

      // All pictures that can be taken are; the others are named with the reason.
      const failures: string[] = []
      for (const screen of SCREENS.filter(({ name }) => ONLY?.includes(name) ?? true)) {
        const page = await (await contextOf(screen.viewer)).newPage()
        await take(screen, page).catch(error => failures.push(`${screen.name}: ${error}`))
        await page.close()
      }
      await Promise.all([...contexts.values()].map(context => context.close()))
      expect(failures).toEqual([])
    })
  }
}
