import { setAdmin } from '../admins.ts'
import { heldUp } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { whenAhead } from '../playdates/playdates-people.ts'
import { expectCalm } from '../shift.ts'

test('badges update on an open page as messages and proposals come and go', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const friend = await person()
  const mochi = await friend.dog({ name: 'Mochi' })
  const page = await owner.open('/doghouse')
  const phone = await owner.open('/settings')
  await phone.setViewportSize({ width: 375, height: 740 })
  const bar = phone.getByRole('navigation', { name: 'Main' })
  const barks = page.getByRole('link', { name: /View your messages/ })
  const playdates = page.getByRole('link', { name: /Schedule meetups/ })
  await expect(barks.getByRole('heading')).toHaveText('Barks')
  await expect(bar.getByRole('link')).toHaveText(['Doghouse', 'Sniff', 'Barks', 'Playdates', 'My dogs'])
  // High enough for a thumb.
  expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(64)

  const matchId = await friend.bark(rex)
  await expect(barks.getByRole('heading')).toContainText('1')
  await expect(bar.getByRole('link', { name: /Barks/ })).toContainText('1')
  await friend.dog({ name: 'Pup' })
  const secondId = await friend.bark(rex)
  await expect(barks.getByRole('heading')).toContainText('2')
  await friend.activate(mochi)

  const { id } = await friend.call<{ id: string }>('POST', '/playdates', {
    matchId,
    whenTs: whenAhead(2),
    parkName: 'Dolores Park',
  })
  await expect(playdates.getByRole('heading')).toContainText('1')
  await expect(bar.getByRole('link', { name: /Playdates/ })).toContainText('1')
  // The badge is red, like all unread counts.
  const red = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--collar)'
    document.body.append(probe)
    return getComputedStyle(probe).color
  })
  await expect(barks.getByText('2', { exact: true }).locator('..')).toHaveCSS('background-color', red)

  // The same user answers and reads in another window.
  await owner.call('PATCH', `/playdates/${id}`, { status: 'accepted' })
  await expect(playdates.getByRole('heading')).toHaveText('Playdates')
  for (const id of [matchId, secondId]) await owner.call('POST', `/messages/${id}/mark-seen`)
  await expect(barks.getByRole('heading')).toHaveText('Barks')
})

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
