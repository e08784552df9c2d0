import { randomUUID } from 'node:crypto'
import { openDatabase } from '@barkyard/db/open'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { confirmAddress } from '../admins.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { Person } from '../people.ts'
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

test('an owner tells the neighbours in six taps, one of whom sees the dog; the poster is one sheet that a phone reads', async ({
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
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await page.getByRole('link', { name: 'My dog is lost' }).click()
  await button('Here, where I am now').click()
  await expect(page.getByText('The point is set.')).toBeVisible()
  await expectAccessible(page)
  await button('Next').click()
  await page.getByRole('radio', { name: /^Shy/ }).click()
  await button('Next').click()
  await button('Tell the neighbours').click()
  await expect(page.getByText('Your neighbours are being told')).toBeVisible()

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

  const [lost] = await owner.call<OwnLost[]>('GET', '/lost/mine')
  const poster = await owner.open(`/dog/${mochi.id}/lost/poster`)
  await poster.emulateMedia({ media: 'print' })
  // White to the edge of the sheet, in the dark theme too.
  await poster.evaluate(() => document.documentElement.classList.replace('light', 'dark'))
  await expect(poster.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(poster.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect.poll(() => readQr(poster)).toBe(`${server.url}/api/lost/p/${lost?.code}`)
  for (const format of ['A4', 'Letter']) expect(pagesOf(await poster.pdf({ format }))).toBe(1)
})
