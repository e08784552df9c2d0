import type { Verification } from '@barkyard/domain/schemas/verification'
import type { Locator } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { clickThrice } from '../clicks.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { statusOf, yard } from '../sniff/sniff-people.ts'

const PHONE = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }

/** A picture that could not be read is visible and complete too. */
const expectPicture = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

test('four words on paper: asked on a phone, sent, checked by a moderator, seen and filtered by others, and fallen off', async ({
  person,
  server,
}) => {
  const { me, place, neighbour } = await yard(person)
  await neighbour({ name: 'Mochi' }, 2)
  const owner = await person({}, PHONE)
  await owner.livesAt(place)
  const dog = await owner.dog({ name: 'Biscuit' })
  await owner.photo(dog)
  const page = await owner.open('/profile')
  const card = page.getByRole('region', { name: 'Checked by a moderator' })
  await card.getByRole('button', { name: 'Get checked: photo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Photo check: Biscuit' })
  await expect(dialog.getByText(/^(\w+ ){3}\w+$/)).toBeVisible()
  const [open] = await owner.call<Verification[]>('GET', '/verifications')
  await expect(dialog.getByText(open?.code ?? '', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  const buffer = await portraitPng(dog)
  await dialog.locator('input[type=file]').setInputFiles([{ name: 'paper.png', mimeType: 'image/png', buffer }])
  await expectPicture(dialog.getByRole('img', { name: 'What you sent about Biscuit' }))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByText('Sent. A moderator will look at it.')).toBeVisible()

  const admin = await person()
  await setAdmin(server, admin)
  const panel = await admin.open('/admin/checks')
  const queue = panel.getByRole('region', { name: /^Checks/ })
  const row = queue.getByRole('button', { name: /^Biscuit: photo/ })
  await row.click()
  const view = panel.getByRole('dialog', { name: 'Check' })
  await expect(view.getByText(open?.code ?? '')).toBeVisible()
  for (const picture of ['Main photo', 'What the owner sent'])
    await expectPicture(view.getByRole('img', { name: picture }))
  await clickThrice(view.getByRole('button', { name: 'Approve' }))
  await expect(view).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await queue.getByRole('radio', { name: 'Decided' }).check()
  await expect(row.first()).toContainText('Approved')

  await expect(
    card.getByText('Photo checked. The badge stays until the main photo or the breed changes.'),
  ).toBeVisible()
  const shown = await me.open(`/dog/${dog.id}`)
  await expect(shown.getByRole('list', { name: 'What moderators checked about Biscuit' })).toHaveText('Photo checked')
  const sniff = await me.open('/sniff')
  const cardOf = (name: string) => sniff.getByRole('article').filter({ hasText: name })
  await expect(cardOf('Biscuit').getByText('Photo checked')).toBeVisible()
  await expect(cardOf('Mochi').getByText('Photo checked')).toHaveCount(0)
  await sniff.getByRole('button', { name: 'Photo checked' }).click()
  await expect(sniff).toHaveURL('/sniff?verified=photo')
  await expect(statusOf(sniff)).toHaveText(/^1 dog found/)

  // Another breed: what was checked is no longer so.
  await owner.call('PATCH', `/dogs/${dog.id}`, { breed: 'Beagle' })
  await expect(card.getByText('The check ended, because the main photo or the breed changed.')).toBeVisible()
  await sniff.reload()
  await expect(statusOf(sniff)).toHaveText(/^0 dogs found/)
})
