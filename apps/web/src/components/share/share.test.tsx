import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { writes } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner } from '../../testing/rows.ts'
import { isGone, isSeen, sees } from '../../testing/seen.ts'

const nori = aDog({ name: 'Nori', temperament: ['playful', 'shy'] })
const dialog = page.getByRole('dialog', { name: /^Share / })
const picture = dialog.getByRole('img', { name: /^Meet Nori: Corgi, 3 years, playful and shy\.$|have matched\.$/ })

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
    await isSeen(picture)
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

test('a match is shared with the other dog as a drawing', async () => {
  const biscuit = aDog({ name: 'Biscuit', photos: [photo()] })
  const own = Object.assign(photo(), { focus: { x: 1, y: 0.5 } })
  const rex = { ...nori, photos: [own] }
  const match = aMatch(rex, biscuit, biscuit)
  const bark = writes({ 'matches.list': aPage({ ...match, barked: true }) }, { matchId: match.id })
  const answers = { 'matches.list': aPage(match), 'matches.bark': bark }
  await open('/barks', { user: anOwner({ dog: rex }), answers })
  await page.getByRole('button', { name: /^Bark back/ }).click()
  const moment = page.getByRole('dialog', { name: "It's a Match!", exact: true })
  await moment.getByRole('button', { name: 'Share' }).click()
  await sees(/^Nori and Biscuit have matched\. Come and play: https:/)
  await isSeen(picture)
  await expect.poll(() => new Set(colours()).size).toBeGreaterThan(3)
  // Of one's own photo its right side is in view, of the other dog's nothing.
  expect(colours()).toContain('4,0,4')
  expect(colours()).not.toContain('4,0,0')
  await userEvent.keyboard('{Escape}')
  await isGone(dialog)
  await isSeen(moment)
})

test('the share sheet gets the picture', async () => {
  const shared: ShareData[] = []
  Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => void shared.push(data) })
  const answers = { 'invites.mine': { url: 'https://yard.example/?invite=x', canJoin: false as const } }
  await open('/profile', { user: anOwner({ dog: nori }), answers })
  await page.getByRole('button', { name: 'Share' }).click()
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => shared[0]?.files?.[0]?.type).toBe('image/jpeg')
  expect(shared[0]?.text).toMatch(/^Meet Nori: Corgi.*shy\.$/)
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
})
