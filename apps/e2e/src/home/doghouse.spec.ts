import { setAdmin } from '../admins.ts'
import { heldUp } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { expectCalm } from '../shift.ts'

test('the server renders the badges, so nothing moves while the doghouse opens, nor as an admin acts', async ({
  person,
  server,
}) => {
  const phone = { viewport: { width: 375, height: 812 } }
  const [me, other, admin] = [await person({}, phone), await person(), await person({}, phone)]
  const mine = await me.dog({ name: 'Biscuit' })
  await me.photo(mine)
  await other.dog({ name: 'Juno' })
  await other.bark(mine)
  await setAdmin(server, admin)
  await admin.call('POST', `/admin/impersonate-dog/${mine.id}`)
  for (const one of [me, admin]) {
    const page = await one.context.newPage()
    // The scripts are delayed, so everything visible until then comes from the server.
    const letScriptsCome = await heldUp(page, '**/assets/*.js')
    await page.goto('/doghouse', { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: /Barks 1 new bark/ })).toBeVisible()
    const header = () => page.getByRole('banner').boundingBox()
    const before = await header()
    letScriptsCome()
    // Only the running app sets the document's title.
    await expect(page).toHaveTitle(/^(\(\d+\) )?Welcome back, Biscuit!/)
    await expect(page.getByRole('button', { name: 'Stop Impersonating' })).toHaveCount(one === admin ? 1 : 0)
    expect(await header()).toEqual(before)
    // A font that comes late moves a line by a pixel or two.
    await expectCalm(page, 0.02)
  }
  // A slow line brings the page in pieces.
  const page = await other.context.newPage()
  const line = await other.context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: 10_000,
    uploadThroughput: 10_000,
  })
  await heldUp(page, '**/assets/*.js')
  await page.goto('/doghouse', { waitUntil: 'commit' })
  await page.locator('noscript').waitFor({ state: 'attached' })
  await expectCalm(page, 0.002)
})
