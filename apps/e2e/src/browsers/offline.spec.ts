import { lineTo } from '../offline/line.ts'
import { expect, test } from './fixtures.ts'
import type { Tab } from './tab.ts'

/** Waits until the app could start without the server. */
const untilKept = (page: Tab) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const files = await Promise.all(
            (await caches.keys()).map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)),
          )
          return files.flat().filter(url => /shell.html$|last-seen\/2$/.test(url)).length
        }),
      { timeout: 120_000 },
    )
    .toBe(2)

test('without the server the app starts, also where an older worker has navigation preload on', async ({
  open,
  person,
  server,
}) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const line = await lineTo(server.url)
  const page = await open('/doghouse', { as: owner, url: line.url })
  await untilKept(page)
  line.cut()
  await page.goto('/my-dogs')
  await page.getByRole('heading', { name: 'My Dogs' }).waitFor()
  await page.getByText(/You see what was here on/).waitFor()
  line.mend()

  // As the worker before this one left it.
  await page.goto('/doghouse')
  await page.evaluate(async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready
    await navigationPreload?.enable()
  })
  line.release('newer')
  await page.reload()
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('shell-')).join()), {
      timeout: 120_000,
    })
    .toBe('shell-newer')
  line.cut()
  await page.goto('/my-dogs')
  await page.getByRole('heading', { name: 'My Dogs' }).waitFor()
  line.mend()
  await line.close()
})
