import { Mailbox } from '@barkyard/api/testing/mailbox'
import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { appRuns, type Person } from '../people.ts'
import { startServer } from '../server.ts'

export const NEW_PASSWORD = 'four tired wet paws'

/** Tests against a server that sends its mails to `mailbox`. */
export const test = base.extend<object, { mailbox: Mailbox }>({
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
  server: [
    async ({ mailbox }, use) => {
      const server = await startServer({ SMTP_URL: mailbox.url })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

/** Opens a page in a second browser of the same person. Close its context when done. */
export async function openElsewhere(person: Person, path: string, password: string): Promise<Page> {
  const browser = person.context.browser()
  if (!browser) throw new Error('The browser is gone')
  const context = await browser.newContext({ baseURL: person.url })
  const answer = await context.request.post('/api/login', { data: { email: person.user.email, password } })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
  const page = await context.newPage()
  await page.goto(path)
  await appRuns(page)
  return page
}

export const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
