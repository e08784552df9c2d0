import { openDatabase } from '@barkyard/db/open'
import type { Verification } from '@barkyard/domain/schemas/verification'
import type { Locator, Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { clickThrice } from '../clicks.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { type Person, portraitPng } from '../people.ts'
import type { Server } from '../server.ts'
import { statusOf, yard } from '../sniff/sniff-people.ts'

const PHONE = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }

/** A picture that could not be read is visible and complete too. */
const expectPicture = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

/** Sends a picture in the dialog of a check. */
async function sendPhoto(page: Page, name = 'Biscuit') {
  const buffer = await portraitPng({ name, breed: 'Corgi', size: 'small', temperament: [] })
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles([{ name: 'paper.png', mimeType: 'image/png', buffer }])
  await expectPicture(dialog.getByRole('img', { name: `What you sent about ${name}` }))
}

const newAdmin = async (person: () => Promise<Person>, server: Server) => {
  const admin = await person()
  await setAdmin(server, admin)
  return admin
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('four words on paper: asked on a phone, sent, checked by a moderator, seen and filtered by others, and fallen off', async ({
  person,
  server,
}) => {
  const { me, place, neighbour } = await yard(person)
  const { dog: other } = await neighbour({ name: 'Mochi' }, 2)
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
  expect(open?.code?.split(' ')).toHaveLength(4)
  await expect(dialog.getByText(open?.code ?? '', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  // Later, with the same words.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await card.getByRole('button', { name: 'Continue: photo' }).click()
  await expect(dialog.getByText(open?.code ?? '', { exact: true })).toBeVisible()
  await sendPhoto(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByText('Sent. A moderator will look at it.')).toBeVisible()

  const admin = await newAdmin(person, server)
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
  await expect(row).toContainText('Approved')

  await expect(
    card.getByText('Photo checked. The badge stays until the main photo or the breed changes.'),
  ).toBeVisible()
  const shown = await me.open(`/dog/${dog.id}`)
  await expect(shown.getByRole('list', { name: 'What moderators checked about Biscuit' })).toHaveText('Photo checked')
  const sniff = await me.open('/sniff')
  await expect(cardOf(sniff, 'Biscuit').getByText('Photo checked')).toBeVisible()
  await expect(cardOf(sniff, 'Mochi').getByText('Photo checked')).toHaveCount(0)
  await sniff.getByRole('button', { name: 'Photo checked' }).click()
  await expect(sniff).toHaveURL('/sniff?verified=photo')
  await expect(statusOf(sniff)).toHaveText(/^1 dog found/)
  await sniff.getByRole('button', { name: 'Vaccination record seen' }).click()
  await expect(statusOf(sniff)).toHaveText(/^0 dogs found/)
  await sniff.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(statusOf(sniff)).toHaveText(/^2 dogs found/)
  expect(other.verified.photo).toBe(false)

  // Another breed: what was checked is no longer so.
  await owner.call('PATCH', `/dogs/${dog.id}`, { breed: 'Beagle' })
  await expect(card.getByText('The check ended, because the main photo or the breed changed.')).toBeVisible()
  await sniff.reload()
  await expect(cardOf(sniff, 'Biscuit')).toBeVisible()
  await expect(sniff.getByRole('article').getByText('Photo checked')).toHaveCount(0)
})

test('a vaccination record is refused with a reason, sent again, approved until a day, and runs out', async ({
  person,
  server,
}) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const page = await owner.open('/profile')
  const card = page.getByRole('region', { name: 'Checked by a moderator' })
  // Without a photo there is nothing to compare with.
  await expect(card.getByText('Add a photo of Biscuit first.')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Add a photo' })).toHaveAttribute('href', `/dog/${dog.id}/edit`)
  await card.getByRole('button', { name: 'Get checked: vaccination record' }).click()
  await sendPhoto(page)
  await page.keyboard.press('Escape')

  const panel = await (await newAdmin(person, server)).open('/admin/checks')
  const queue = panel.getByRole('region', { name: /^Checks/ })
  const row = queue.getByRole('button', { name: /^Biscuit: vaccination record/ })
  const view = panel.getByRole('dialog', { name: 'Check' })
  await row.click()
  await view.getByRole('button', { name: 'Refuse' }).click()
  await expect(view.getByText('Say what is missing, so that the owner can try again.')).toBeVisible()
  await view.getByLabel(/^Reason/).fill('The last day is not readable')
  await view.getByRole('button', { name: 'Refuse' }).click()
  await expect(card.getByText('Not approved: The last day is not readable')).toBeVisible()

  await card.getByRole('button', { name: 'Try again: vaccination record' }).click()
  await sendPhoto(page)
  await row.click()
  await view.getByRole('button', { name: 'Approve' }).click()
  await expect(view.getByText('Until when is the vaccination good?')).toBeVisible()
  await view.getByLabel('Last day of the vaccination').fill('2099-06-01')
  // The owner sends a better photo meanwhile: it is looked at before the decision.
  await page.getByRole('dialog').getByRole('button', { name: 'Send another photo' }).waitFor()
  await sendPhoto(page)
  await expect(view.getByText('The photo or the dog has changed since you opened this. Look again.')).toBeVisible()
  await expect(view.getByLabel('Last day of the vaccination')).toHaveValue('2099-06-01')
  await view.getByRole('button', { name: 'Approve' }).click()
  await expect(view).toHaveCount(0)

  const stranger = await (await person()).open(`/dog/${dog.id}`)
  await expect(stranger.getByText('Vaccination record seen, good until Jun 1, 2099')).toBeVisible()
  await expect(stranger.getByRole('region', { name: 'Checked by a moderator' })).toHaveCount(0)

  // The day after the last one.
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await db.updateTable('dogs').set({ vaccinated_until: '2020-06-01' }).where('id', '=', dog.id).execute()
  await db
    .updateTable('verifications')
    .set({ expires_on: '2020-06-01' })
    .where('dog_id', '=', dog.id)
    .where('state', '=', 'approved')
    .execute()
  await db.destroy()
  await page.reload()
  await expect(card.getByText('The record ran out on Jun 1, 2020.')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: /^Biscuit/ })).toBeVisible()
  await expect(stranger.getByText(/Vaccination record seen/)).toHaveCount(0)
})

test('what was sent can be taken back, and a moderator who has it open learns of it', async ({ person, server }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  await owner.photo(dog)
  const page = await owner.open('/profile')
  const card = page.getByRole('region', { name: 'Checked by a moderator' })
  await card.getByRole('button', { name: 'Get checked: photo' }).click()
  await sendPhoto(page)
  const panel = await (await newAdmin(person, server)).open('/admin/checks')
  const queue = panel.getByRole('region', { name: /^Checks/ })
  await queue.getByRole('button', { name: /^Biscuit: photo/ }).click()
  const view = panel.getByRole('dialog', { name: 'Check' })
  await expect(view.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('Your photo was deleted.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Get checked: photo' })).toBeVisible()
  await expect(view.getByText(/^This check is no longer waiting/)).toBeVisible()
  await expect(view.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await panel.keyboard.press('Escape')
  await expect(queue.getByRole('heading', { name: /^Checks/ })).toBeFocused()
})

test('the landing page says what is checked', async ({ page }) => {
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'Verified Profiles' })
  await expect(card).toContainText('Photo checked')
  await expect(card).not.toContainText(/healthy|safe/)
})
