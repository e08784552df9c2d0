import { randomUUID } from 'node:crypto'
import { openDatabase } from '@barkyard/db/open'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { confirmAddress, setRole } from '../admins.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { type Person, portraitPng } from '../people.ts'
import type { Server } from '../server.ts'

/** On the coast of Oregon, where no other test has owners. */
const PLACE = { lat: 44.63, lng: -124.05 }
const PHONE = {
  viewport: { width: 375, height: 812 },
  permissions: ['geolocation'],
  geolocation: { latitude: 44.641, longitude: -124.052 },
}

/** A dog of two days ago: the case of a newer one waits for a moderator. */
async function knownDog(server: Server, owner: Person): Promise<Dog> {
  const traits = { name: 'Mochi', breed: 'Shiba Inu', size: 'small', sex: 'female', age_years: 3 } as const
  const created_at = new Date(Date.now() - 2 * 86_400_000)
  const db = openDatabase(server.databaseUrl, { max: 1 })
  await db
    .insertInto('dogs')
    .values({ ...traits, temperament: [], id: randomUUID(), user_id: owner.user.id, created_at })
    .execute()
  await db.destroy()
  const [dog] = await owner.call<[Dog]>('GET', '/my-dogs')
  await owner.activate(dog)
  await owner.photo(dog)
  await confirmAddress(server, owner)
  return dog
}

/** What a QR reader finds on a picture of the page. */
async function readQr(page: Page): Promise<string | undefined> {
  const picture = sharp(await page.screenshot({ fullPage: true })).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

test('an owner tells the neighbours in ten taps; one sees the dog, is thanked, and hears that it is home', async ({
  person,
  server,
}) => {
  const owner = await person({}, PHONE)
  const mochi = await knownDog(server, owner)
  await owner.livesAt(PLACE)
  const neighbour = await person({ firstName: 'Kim' }, PHONE)
  await neighbour.dog({ name: 'Nori' })
  await neighbour.livesAt(PLACE)
  const theirs = await neighbour.open('/doghouse')

  const page = await owner.open(`/dog/${mochi.id}`)
  let taps = 0
  const tap = async (what: Locator) => {
    await what.click()
    taps += 1
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await tap(page.getByRole('link', { name: 'My dog is lost' }))
  await tap(button('Here, where I am now'))
  await expect(page.getByText('The point is set.')).toBeVisible()
  await expectAccessible(page)
  await tap(button('Next'))
  await tap(page.getByRole('radio', { name: /^Shy/ }))
  await tap(button('Next'))
  await tap(button('Tell the neighbours'))
  await expect(page.getByText('Your neighbours are being told')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(10)
  await expect(button('Found')).toBeVisible()

  // Told without a reload.
  await theirs.getByRole('link', { name: /^Notifications.* 1 new/ }).click()
  await theirs.getByRole('link', { name: /Mochi is lost/ }).click()
  await expect(theirs).toHaveURL(/\/lost\//)
  await theirs.getByRole('button', { name: 'I saw this dog' }).click()
  await theirs.getByRole('button', { name: 'Here, where I am now' }).click()
  await theirs.getByLabel('What did you see?').fill('By the lighthouse')
  await theirs.getByRole('button', { name: 'Tell the owner' }).click()
  await expect(theirs.getByRole('heading', { name: /^Thank you/ })).toBeFocused()

  const sighting = page.getByRole('region', { name: 'Sightings' }).getByRole('listitem')
  await expect(sighting).toContainText('says Kim')
  await expect(sighting).toContainText('By the lighthouse')
  await sighting.getByRole('button', { name: 'Thank' }).click()
  await expect(sighting.getByRole('button', { name: 'Thanked' })).toBeVisible()

  const [lost] = await owner.call<OwnLost[]>('GET', '/lost/mine')
  const poster = await owner.open(`/dog/${mochi.id}/lost/poster`)
  await poster.emulateMedia({ media: 'print' })
  // White to the edge of the sheet, in the dark theme too.
  await poster.evaluate(() => document.documentElement.classList.replace('light', 'dark'))
  await expect(poster.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(poster.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect.poll(() => readQr(poster)).toBe(`${server.url}/api/lost/p/${lost?.code}`)
  for (const format of ['A4', 'Letter']) expect(pagesOf(await poster.pdf({ format }))).toBe(1)

  await button('Found').click()
  await button('End the search').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mochi is home' })).toBeVisible()
  await theirs.goto(`/lost/${lost?.id}`)
  await expect(theirs.getByRole('heading', { level: 1, name: 'Mochi is home' })).toBeVisible()
})

test('a finder without an account or JavaScript tells the owner, who reports it, and a moderator decides', async ({
  person,
  server,
  browser,
}) => {
  const [owner, moderator] = [await person({}, PHONE), await person()]
  await setRole(server, moderator, 'moderator')
  const mochi = await knownDog(server, owner)
  const said = { ...PLACE, lng: -110.05, lastSeenAt: new Date().toISOString(), approach: 'shy' }
  const { code } = await owner.call<OwnLost>('POST', `/dogs/${mochi.id}/lost`, said)
  const page = await owner.open(`/dog/${mochi.id}/lost`)

  const finder = await browser.newContext({ ...PHONE, javaScriptEnabled: false, baseURL: server.url })
  const street = await finder.newPage()
  await street.goto(`/api/lost/p/${code}`)
  await expect(street.getByRole('heading', { name: 'Mochi is lost' })).toBeVisible()
  await street.getByLabel('I have this dog with me').check()
  await street.getByLabel(/^Where was it/).fill('Oak Street, at the bakery')
  await street.getByLabel(/^What else helps/).fill('Pay me first')
  const buffer = await portraitPng(mochi)
  await street.getByLabel(/^A photo/).setInputFiles({ name: 'dog.png', mimeType: 'image/png', buffer })
  await street.getByRole('button', { name: 'Tell the owner' }).click()
  await expect(street.getByText('The owner of Mochi has been told.')).toBeVisible()

  const sighting = page.getByRole('region', { name: 'Sightings' }).getByRole('listitem')
  await expect(sighting).toContainText('says somebody without an account')
  const photo = sighting.getByRole('img')
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await sighting.getByRole('button', { name: 'Report this sighting' }).click()
  const report = page.getByRole('dialog')
  await report.getByRole('radio', { name: /^Somebody wants money/ }).check()
  await report.getByRole('button', { name: 'Next' }).click()
  await report.getByRole('button', { name: 'Send report' }).click()
  await report.getByRole('button', { name: 'Done' }).click()

  const panel = await moderator.open('/admin/reports')
  const row = panel.getByRole('region', { name: /^Reports/ }).getByRole('button', { name: /^A sighting of Mochi/ })
  await row.click()
  const open = panel.getByRole('dialog', { name: 'Report' })
  await expect(open.getByRole('region', { name: 'The sighting' })).toContainText('Pay me first')
  // Nobody is reported whom anything could be done to.
  await expect(open.getByLabel('Decision', { exact: true }).getByRole('option')).toHaveText(['Dismiss the reports'])
  await open.getByLabel('Reason (not sent to the owner)').fill('Nobody to warn')
  await open.getByRole('button', { name: 'Dismiss the reports' }).click()
  await expect(row).toHaveCount(0)
  await finder.close()
})
