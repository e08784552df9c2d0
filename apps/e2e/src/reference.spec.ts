import { expect, expectAccessible, test } from './fixtures.ts'

test('the reference works without the internet and under the policy, and makes a call with the cookie', async ({
  person,
  server,
}) => {
  const robin = await person({ firstName: 'Robin' })
  const dog = await robin.dog({ name: 'Biscuit' })
  const page = await robin.context.newPage()
  const faults: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', error => faults.push(error.message))
  // All other hosts are the internet, which is unreachable here.
  await page.route(
    url => url.origin !== server.url,
    route => {
      faults.push(`asks ${route.request().url()}`)
      return route.abort()
    },
  )
  // A few of its calls: to draw all of them takes a busy machine a minute.
  await page.route('**/api/openapi.json', async route => {
    const response = await route.fetch()
    const document: { paths: object } = await response.json()
    const paths = Object.entries(document.paths).filter(([path]) => /\/(sniff|my-dogs|dogs)$/.test(path))
    await route.fulfill({ response, json: { ...document, paths: Object.fromEntries(paths) } })
  })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /Barkyard/ })).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Search the calls' })
  await search.fill('dogs nearby')
  await expect(page.getByText('Dogs nearby, nearest first')).toBeVisible()
  await expect(page.locator('.opblock')).toHaveCount(1)

  await search.fill('your dogs')
  await page.getByText('Your dogs', { exact: true }).click()
  const call = page.locator('.opblock', { hasText: '/my-dogs' })
  // One call stands for all, because axe takes long for a hundred of them.
  await expectAccessible(page, `#${await call.getAttribute('id')}`)
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table')).toContainText('200')
  await expect(call.locator('.live-responses-table')).toContainText(dog.id)

  // A write can send its example, and its answer shows.
  await search.fill('create a dog')
  await page.getByText('Create a dog', { exact: true }).click()
  const create = page.locator('.opblock', { hasText: 'Create a dog' })
  await create.getByRole('button', { name: 'Execute' }).click()
  await expect(create.locator('.live-responses-table')).toContainText('"breed": "Corgi"')
  expect((await robin.call<unknown[]>('GET', '/my-dogs')).length).toBe(2)
  expect(faults).toEqual([])

  await page.setViewportSize({ width: 375, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
