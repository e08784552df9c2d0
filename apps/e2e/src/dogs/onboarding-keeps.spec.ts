import { writeFile } from 'node:fs/promises'
import type { Dog } from '@barkyard/domain/schemas/dog'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { city, next, step, untilCity, untilPhotos } from './wizard.ts'

test('a reload keeps the step and the draft, and says which photos are lost', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  await untilCity(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Calm' }).check()
  await page.getByLabel('Bio').fill('Sleeps a lot.')
  await page.reload()
  await step(page, 3)
  await expect(page.getByRole('checkbox', { name: 'Calm' })).toBeChecked()
  await expect(page.getByLabel('Bio')).toHaveValue('Sleeps a lot.')
  await next(page)
  await city(page).fill('Oakland')
  await page.keyboard.press('Escape')
  await next(page)
  await step(page, 5)

  const buffer = await portraitPng({ name: 'Rex', breed: 'Beagle', size: 'small', temperament: [] })
  const photo = { name: 'rex.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('img', { name: '1: rex.png' })).toBeVisible()
  // The browser asks, because the photo would be lost.
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await step(page, 5)
  await expect(page.getByText('your photo is gone. Please choose it again.')).toBeVisible()
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByText('your photo is gone')).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page).toHaveURL('/my-dogs')
  const dogs = await owner.call<Dog[]>('GET', '/my-dogs')
  expect(dogs).toMatchObject([{ name: 'Rex', temperament: ['calm'], bio: 'Sleeps a lot.', photos: [{}] }])

  // A new dog starts with an empty draft.
  await page.getByRole('link', { name: 'Add Dog' }).click()
  await expect(page.getByLabel("Dog's name")).toHaveValue('')
})

test('the draft belongs to its account', async ({ person, browser }) => {
  const ann = await person()
  const page = await ann.open('/onboarding')
  await page.getByLabel("Dog's name").fill('Rex')
  await page.goto('/api/logout')
  const bob = await person()
  await ann.context.addCookies(await bob.context.cookies())
  await page.goto('/onboarding')
  await expect(page.getByLabel("Dog's name")).toHaveValue('')
  expect(browser.isConnected()).toBe(true)
})

test('a phone’s photo of 11 MB is made smaller and rotated upright', async ({ person }, info) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  await untilPhotos(page)
  // By its path: as a buffer it would travel to the browser in base64.
  const path = info.outputPath('big.jpg')
  await writeFile(path, await big())
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByRole('img', { name: '1: big.jpg' })).toBeVisible()
  const upload = page.waitForRequest('**/api/photos')
  await page.getByRole('button', { name: 'Complete' }).click()
  const { 'content-length': length } = await (await upload).allHeaders()
  expect(Number(length)).toBeLessThan(4 * 1024 * 1024)
  await expect(page).toHaveURL('/my-dogs')

  const [dog] = await owner.call<Dog[]>('GET', '/my-dogs')
  const large = await owner.context.request.get(dog?.photos[0]?.urlLarge ?? '')
  const picture = sharp(await large.body())
  const { width, height } = await picture.metadata()
  expect(height).toBeGreaterThan(width)
  // The top was bright when the photo lay on its side. Upright, that is the right edge.
  const brightness = async (left: number) => {
    const part = await picture
      .clone()
      .extract({ left, top: 0, width: Math.floor(width / 2), height })
      .greyscale()
      .toBuffer()
    return (await sharp(part).stats()).channels[0]?.mean ?? 0
  }
  expect(await brightness(Math.floor(width / 2))).toBeGreaterThan((await brightness(0)) + 50)
})

/** A noisy photo of more than 11 MB that lies on its side: its EXIF says that its top is on the right. */
async function big(): Promise<Buffer> {
  const [width, height] = [3760, 2820]
  const raw = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let at = 0; at < raw.length; at++) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    raw[at] = (at < raw.length / 2 ? 155 : 0) + ((seed >>> 16) % 100)
  }
  const photo = sharp(raw, { raw: { width, height, channels: 3 } })
  const buffer = await photo.jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(11 * 1024 * 1024)
  return buffer
}
