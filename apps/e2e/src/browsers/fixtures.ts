import { type Browser, firefox } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import type { Person } from '../people.ts'
import { type Tab, type TestedBrowser, VIEWPORT } from './tab.ts'
import { startWebKit } from './webkit.ts'

export { expect } from '../fixtures.ts'

/** A browser that Playwright drives. */
const drivenByPlaywright = (browser: Browser, close: () => Promise<void>): TestedBrowser => ({
  async open(baseURL, cookies) {
    const context = await browser.newContext({
      baseURL,
      viewport: VIEWPORT,
      timezoneId: 'Europe/Berlin',
      locale: 'en-US',
      serviceWorkers: 'allow',
    })
    await context.addCookies([...cookies])
    return Object.assign(await context.newPage(), { close: () => context.close() })
  },
  close,
})

/** One process for pages and none in reserve: starting one costs more than a test. */
const FIREFOX_PREFS = {
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
}

async function startFirefox(): Promise<TestedBrowser> {
  const executablePath = process.env.FIREFOX_PATH ?? ''
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: FIREFOX_PREFS })
  return drivenByPlaywright(browser, () => browser.close())
}

/** Waits until the app runs in a page that was loaded: before, a click does nothing. */
export const untilAppRuns = (tab: Tab) => tab.locator('section[aria-label$="(F8)"]').waitFor({ state: 'attached' })

interface TestFixtures {
  /** A tab of the tested browser: of a visitor, or of somebody who is signed in. It closes after the test. */
  open: (path: string, options?: { as?: Person; url?: string }) => Promise<Tab>
}

/** The tests of these files run in the browser that the project names. `browser` and `person` are Chromium's. */
export const test = base.extend<TestFixtures, { tested: TestedBrowser }>({
  tested: [
    async ({ browser }, use, { project }) => {
      const tested =
        project.name === 'webkit'
          ? await startWebKit(process.env.MINI_BROWSER_PATH ?? '')
          : project.name === 'firefox'
            ? await startFirefox()
            : drivenByPlaywright(browser, async () => {})
      await use(tested)
      await tested.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ tested, server }, use) => {
    const tabs: Awaited<ReturnType<TestedBrowser['open']>>[] = []
    await use(async (path, { as, url = server.url } = {}) => {
      const tab = await tested.open(url, as ? await as.context.cookies() : [])
      tabs.push(tab)
      await tab.goto(path)
      if (as) await untilAppRuns(tab)
      return tab
    })
    await Promise.all(tabs.map(tab => tab.close()))
  },
})
