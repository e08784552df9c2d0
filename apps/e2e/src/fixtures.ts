import AxeBuilder from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { newPerson, type Person } from './people.ts'
import { type Server, startServer } from './server.ts'

export { expect }

type PersonFields = Parameters<typeof newPerson>[2]

interface TestFixtures {
  /** Signs a user up, with their own browser, which closes after the test. */
  person: (fields?: PersonFields, options?: BrowserContextOptions) => Promise<Person>
  /** Fails the test if a page's console shows an unexpected error: a violated policy, a missing file, a bug. */
  calmConsole: undefined
}
interface WorkerFixtures {
  /** The built app on its own database, shared by the tests of a worker. Tests create their own users. */
  server: Server
}

/** Errors of calls that a test refuses or breaks on purpose, and what the app then logs. */
const BROKEN_ON_PURPOSE = /net::ERR_|WebSocket connection to|Failed to fetch|Unable to preload CSS/
/** Playwright's trace recorder rereads the images that a page has created itself. */
const RECORDER = /^Connecting to '(blob:|data:image\/).*connect-src/s

function isExpected(message: ConsoleMessage): boolean {
  if (BROKEN_ON_PURPOSE.test(message.text()) || RECORDER.test(message.text())) return true
  // Refusals that a test provokes.
  return (
    message.text().startsWith('Failed to load resource') && new URL(message.location().url).pathname.startsWith('/api/')
  )
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  calmConsole: [
    async ({ browser }, use) => {
      const errors: string[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !isExpected(message)) errors.push(message.text())
      }
      const onError = (error: WebError) => errors.push(String(error.error()))
      const watch = (context: BrowserContext) => {
        context.on('console', onConsole).on('weberror', onError)
        // A violation that a script catches, such as of eval, is only reported here.
        void context.addInitScript(() =>
          addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
            if (!blockedURI.startsWith('blob')) console.error(`policy: ${violatedDirective} ${blockedURI}`)
          }),
        )
      }
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  person: async ({ browser, server, viewport, timezoneId, locale }, use) => {
    const people: Person[] = []
    await use(async (fields, options) => {
      const settings = { viewport, ...(timezoneId && { timezoneId }), ...(locale && { locale }), ...options }
      const person = await newPerson(browser, server.url, fields, settings)
      people.push(person)
      return person
    })
    await Promise.all(people.map(one => one.context.close()))
  },
})

/** Shows the page in a theme as the toggle does. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(name => {
    const root = document.documentElement
    root.classList.remove('light', 'dark')
    root.classList.add(name)
    root.dataset.mantineColorScheme = name
  }, theme)
}

/** Pins may be close together, because their position is essential and a list offers the same parks (WCAG 2.5.8). */
const isPin = ({ id, target }: { id: string; target: string }) =>
  id === 'target-size' && target.includes('leaflet-marker-icon')

/**
 * Expects that axe finds nothing on the visible page, in both themes.
 * @param within a part of the page, because elements that a dialog half covers look too small to axe.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Every page has a heading. Before it appears, the page is still being downloaded.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Judge colours after their transitions.
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  })
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme)
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
    if (within !== undefined) axe.include(within)
    // The themes differ only in colours, so the dark one is only checked for these.
    // An experimental rule, so no tag includes it: a control's name must contain its visible text, for speech input.
    const spoken = { 'label-content-name-mismatch': { enabled: true } }
    if (theme === 'light')
      axe
        .options({ resultTypes: ['violations'], rules: spoken })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    else axe.withRules(['color-contrast', 'link-in-text-block'])
    // Legacy mode needs no second page. It skips frames of other origins, which the app does not have.
    const { violations } = await axe.setLegacyMode().analyze()
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(node => ({ id, target: node.target.join(' ') })).filter(fault => !isPin(fault)),
    )
    expect(faults.map(({ id, target }) => `${theme}: ${id}: ${target}`)).toEqual([])
  }
  await showTheme(page, 'light')
}
