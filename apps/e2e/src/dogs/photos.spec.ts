import type { CDPSession, Locator } from '@playwright/test'
import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../people.ts'
import { newPlace } from '../sniff/sniff-people.ts'

/** An owner whose dog has three photos, and another owner at the same place who looks at it. */
async function lookingAtRex(person: () => Promise<Person>) {
  const place = newPlace()
  const owner = await person()
  await owner.livesAt(place)
  const rex = await owner.dog({ name: 'Rex' })
  for (let count = 0; count < 3; count++) await owner.photo(rex)
  const me = await person()
  await me.livesAt(place)
  await me.dog({ name: 'Nori' })
  return { owner, rex, me }
}

/** Swipes across an element with a finger. */
async function swipe(touch: CDPSession, over: Locator, by: number): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing to swipe')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const move = (type: 'touchStart' | 'touchMove', at: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: at, y }] })
  await move('touchStart', x - by / 2)
  for (let step = 1; step <= 5; step++) await move('touchMove', x - by / 2 + (by * step) / 5)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a dog’s page has a photo carousel, which opens in full screen', async ({ person }) => {
  const { rex, me } = await lookingAtRex(person)
  const page = await me.open(`/dog/${rex.id}`)
  await page.setViewportSize({ width: 375, height: 812 })
  const face = page.getByRole('img', { name: 'Photo of Rex', exact: true })
  await expect(face).toBeVisible()
  const touch = await me.context.newCDPSession(page)
  await swipe(touch, face, -150)
  await expect(page.getByRole('img', { name: 'Photo 2 of Rex' })).toHaveCount(2)
  await expect(page.getByText('Photo 2 of 3')).toBeAttached()
  await page.getByRole('button', { name: 'Next photo of Rex' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(face).toBeVisible()

  const opener = page.getByRole('button', { name: 'Photo 2 of Rex, full screen' }).last()
  await opener.click()
  const viewer = page.getByRole('dialog', { name: 'Photos of Rex' })
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(viewer.getByRole('img', { name: 'Photo 2 of Rex' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('img')).toHaveAccessibleName('Photo 3 of Rex')
  await viewer.getByRole('button', { name: 'Next photo' }).click()
  await expect(viewer.getByText('1 of 3')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await swipe(touch, viewer.getByRole('img'), 150)
  await expect(viewer.getByText('3 of 3')).toBeVisible()
  // The focus stays inside the dialog.
  for (let press = 0; press < 4; press++) await page.keyboard.press('Tab')
  expect(await viewer.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the photos on a card can be browsed without leaving the list, and a tap opens the dog', async ({ person }) => {
  const { rex, me } = await lookingAtRex(person)
  const page = await me.open('/sniff')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Rex' }) })
  await expect(card.getByRole('img', { name: 'Photo of Rex', exact: true })).toBeVisible()
  await card.hover()
  await card.getByRole('button', { name: 'Next photo of Rex' }).click()
  await expect(card.getByRole('img', { name: 'Photo 2 of Rex' })).toBeVisible()
  await expect(page).toHaveURL(/\/sniff/)
  await card.getByRole('button', { name: 'Previous photo of Rex' }).click()
  await swipe(await me.context.newCDPSession(page), card.getByRole('img'), -150)
  await expect(card.getByRole('img', { name: 'Photo 2 of Rex' })).toBeVisible()
  await card.getByRole('img').click({ force: true, position: { x: 60, y: 60 } })
  await expect(page).toHaveURL(`/dog/${rex.id}`)
})

test('the focus point of a photo is chosen in the editor and applies everywhere at once', async ({ person }) => {
  const { owner, rex, me } = await lookingAtRex(person)
  await me.bark(rex)
  const other = await me.open(`/dog/${rex.id}`)
  const seen = other.getByRole('img', { name: 'Photo of Rex', exact: true })
  await expect(seen).toBeVisible()
  const page = await owner.open(`/dog/${rex.id}/edit`)
  const opener = page.getByRole('button', { name: 'Set the focus of photo 1' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: "Center on your dog's face" })
  const ring = dialog.getByRole('slider', { name: 'Focus of photo 1' })
  await expect(ring).toBeFocused()
  await settled(page)
  const box = await dialog.locator('img').first().boundingBox()
  if (!box) throw new Error('no photo')
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.75, { steps: 3 })
  await page.mouse.up()
  await expect(ring).toHaveAttribute('aria-valuetext', '25% from the left, 75% from the top')
  await ring.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(ring).toHaveAttribute('aria-valuetext', '27% from the left, 65% from the top')
  await page.setViewportSize({ width: 320, height: 640 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Photo saved')).toBeVisible()
  await expect(opener).toBeFocused()
  const [face] = (await owner.call<{ photos: { focus?: { x: number; y: number } }[] }>('GET', `/dogs/${rex.id}`)).photos
  expect(face?.focus?.x).toBeCloseTo(0.27, 2)
  await expect(seen).toHaveCSS('object-position', /^2[67]\.?\d*% 6[45]\.?\d*%$/)
})
