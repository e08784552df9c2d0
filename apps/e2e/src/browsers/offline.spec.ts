import { untilKept, untilNewer } from '../offline/kept.ts'
import { lineTo } from '../offline/line.ts'
import { test } from './fixtures.ts'

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
  await untilNewer(page)
  line.cut()
  await page.goto('/my-dogs')
  await page.getByRole('heading', { name: 'My Dogs' }).waitFor()
  line.mend()
  await line.close()
})
