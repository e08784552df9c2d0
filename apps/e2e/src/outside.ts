import { Mailbox } from '@barkyard/api/testing/mailbox'
import { chromiumAt } from './chromium.ts'
import { test as base } from './fixtures.ts'
import { type PushService, startPushService } from './notifications/push-service.ts'

/** Tests against a server that mails to `mailbox` and pushes to `pushes`, in the browser that can ask for permissions. */
export const test = base.extend<object, { mailbox: Mailbox; pushes: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  launchOptions: [async ({}, use) => use(chromiumAt(process.env.CHROMIUM_PATH)), { scope: 'worker' }],
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
  pushes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const pushes = await startPushService()
      await use(pushes)
      await pushes.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mailbox, pushes }, use) => use({ env: { SMTP_URL: mailbox.url, PUSH_HOSTS: pushes.host } }),
    { scope: 'worker' },
  ],
})
