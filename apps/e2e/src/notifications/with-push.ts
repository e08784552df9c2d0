import { chromiumAt } from '../chromium.ts'
import { test as base } from '../fixtures.ts'
import { startServer } from '../server.ts'
import { type PushService, startPushService } from './push-service.ts'

/** Tests against a server that pushes to `pushes`, in the browser that can ask for permissions. */
export const test = base.extend<object, { pushes: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  launchOptions: [async ({}, use) => use(chromiumAt(process.env.CHROMIUM_PATH)), { scope: 'worker' }],
  pushes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const pushes = await startPushService()
      await use(pushes)
      await pushes.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ pushes }, use) => {
      const server = await startServer({ PUSH_HOSTS: pushes.host })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})
