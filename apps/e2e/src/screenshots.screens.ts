import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openScreen, settle, viewersOf } from './screens/open-screen.ts'
import type { Screen } from './screens/screen.ts'
import { SCREENS } from './screens/screen-list.ts'
import { demoTest as test } from './server.ts'

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
      const viewers = viewersOf(browser, server.url, options, `${size}-${theme}`)

      async function take(screen: Screen, page: Page) {
        await page.addInitScript(name => localStorage.setItem('theme', name), theme)
        await openScreen(page, screen, width < 768, async path => {
          await page.goto(path)
          if ('text' in set) await page.addStyleTag({ content: `html { font-size: ${set.text} }` })
        })
        if (screen.isWhole) {
          await scrollThrough(page)
          await settle(page)
        }
        await page.screenshot({
          path: join(folder, `${screen.name}.png`),
          fullPage: screen.isWhole ?? false,
          animations: 'disabled',
        })
      }

      // All pictures that can be taken are; the others are named with the reason.
      const failures: string[] = []
      for (const screen of SCREENS.filter(({ name }) => ONLY?.includes(name) ?? true)) {
        const page = await (await viewers.contextOf(screen.viewer)).newPage()
        await take(screen, page).catch(error => failures.push(`${screen.name}: ${error}`))
        await page.close()
      }
      await viewers.close()
      expect(failures).toEqual([])
    })
  }
}
