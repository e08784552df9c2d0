import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../../testing/open.tsx'
import { aDog, anOwner } from '../../../testing/rows.ts'
import { sees } from '../../../testing/seen.ts'

const nori = aDog({ name: 'Nori', temperament: ['playful', 'shy'] })
const dialog = page.getByRole('dialog', { name: 'Share Nori' })
const picture = dialog.getByRole('img', { name: 'Meet Nori: Corgi, 3 years, playful and shy.' })

/** A photo of four loud colours, which no portrait has beside each other. */
function photo() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 100 })
  const pen = canvas.getContext('2d')
  for (const [at, colour] of ['red', 'blue', 'lime', 'magenta'].entries()) {
    if (pen) pen.fillStyle = colour
    pen?.fillRect(20 * at, 0, 20, 100)
  }
  const url = canvas.toDataURL()
  return { id: 'photo', dogId: nori.id, urlThumb: url, urlLarge: url }
}

/** The colours of the drawn picture where the photo or the portrait stands. */
function colours() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1350 })
  const pen = canvas.getContext('2d')
  pen?.drawImage(picture.element() as HTMLImageElement, 0, 0, 1080, 1350)
  const pixels = pen?.getImageData(100, 100, 880, 800).data ?? []
  return Array.from({ length: pixels.length / 4 }, (_, at) =>
    [0, 1, 2].map(of => Math.round((pixels[4 * at + of] ?? 0) / 64)).join(),
  )
}

for (const [of, dog] of [
  ['photo', { ...nori, photos: [photo()] }],
  ['portrait', nori],
] satisfies [string, typeof nori][])
  test(`one's own dog is shared as a picture of its ${of} and words`, async () => {
    await open('/profile', { user: anOwner({ dog }) })
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.element(picture).toBeVisible()
    await sees(/Come and play: https:\/\/yard\.example\/\?invite=x$/)
    await expect.poll(() => new Set(colours()).size).toBeGreaterThan(3)
    // Red and blue, as in the photo.
    expect(colours().includes('4,0,0') && colours().includes('0,0,4')).toBe(of === 'photo')
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await dialog.getByRole('button', { name: 'Save picture' }).click()
    await expect.poll(() => saved).toEqual(['dog.jpg'])
  })

test('the share sheet gets the picture', async () => {
  const shared: ShareData[] = []
  Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => void shared.push(data) })
  await open('/profile', { user: anOwner({ dog: nori }) })
  await page.getByRole('button', { name: 'Share' }).click()
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => shared[0]?.files?.[0]?.type).toBe('image/jpeg')
  expect(shared[0]?.text).toMatch(/^Meet Nori: Corgi/)
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
})
