import { Mailbox } from '@barkyard/api/testing/mailbox'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type WebError,
} from '@playwright/test'
import { newPerson, type Person } from './people.ts'
import { type Server, startServer } from './server.ts'

export { expectAccessible } from './accessible.ts'
export { expect }

type PersonFields = Parameters<typeof newPerson>[2]

interface TestFixtures {
  /** Signs a user up, with their own browser, which closes after the test. */
  person: (fields?: PersonFields, options?: BrowserContextOptions) => Promise<Person>
  /** Fails the test if a page's console shows an unexpected error: a violated policy, a missing file, a bug. */
  calmConsole: undefined
}
interface WorkerFixtures {
  /** The mails of the server, unless `settings` send them elsewhere. */
  mailbox: Mailbox
  /** How the app is started. */
  settings: { env?: Record<string, string>; fill?: (databaseUrl: string) => Promise<unknown> }
  /** The built app on its own database, shared by the tests of a worker. Tests create their own users. */
  server: Server
}

/** Errors of calls that a test refuses or breaks on purpose, and what the app then logs. tRPC pings sockets that are closing. */
const BROKEN_ON_PURPOSE =
  /net::ERR_|WebSocket (connection to|is already in CLOSING)|Failed to fetch|Unable to preload CSS/
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
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const mailbox = new Mailbox()
      await mailbox.listen()
      await use(mailbox)
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ mailbox }, use) => use({ env: { SMTP_URL: mailbox.url } }), { scope: 'worker', option: true }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings.env, settings.fill)
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
