import { writeFile } from 'node:fs/promises'
import type { Dog } from '@barkyard/domain/schemas/dog'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { aboutADog } from '../screens/newcomer-screens.ts'

test('a phone’s photo of 11 MB is made smaller and rotated upright; after a failure it is sent once', async ({
  person,
}, info) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  await aboutADog(page, 4)
  // By its path: as a buffer it would travel to the browser in base64.
  const path = info.outputPath('big.jpg')
  await writeFile(path, await big())
  await page.locator('input[type=file]').setInputFiles([path, path])
  await expect(page.getByRole('img', { name: '2: big.jpg' })).toBeVisible()

  let uploads = 0
  await page.route('**/api/photos', route => (++uploads === 1 ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText("Pistachio's profile is saved, but a photo is missing")).toBeVisible()
  await expectAccessible(page)
  expect(uploads).toBe(2)
  // A route would hide the length.
  await page.unroute('**/api/photos')
  const upload = page.waitForRequest('**/api/photos')
  await page.getByRole('button', { name: 'Complete' }).click()
  const { 'content-length': length } = await (await upload).allHeaders()
  expect(Number(length)).toBeLessThan(4 * 1024 * 1024)
  await expect(page).toHaveURL('/my-dogs')

  const dogs = await owner.call<Dog[]>('GET', '/my-dogs')
  expect(dogs.map(dog => [dog.name, dog.photos.length])).toEqual([['Pistachio', 2]])
  const large = await owner.context.request.get(dogs[0]?.photos[0]?.urlLarge ?? '')
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
