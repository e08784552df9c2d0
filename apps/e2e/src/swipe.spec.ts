import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: "It's a Match!" })
const dogName = async (page: Page) => (await page.getByRole('article').getAttribute('aria-label')) ?? ''

/** Presses the card outside its buttons, drags it sideways and holds it there. */
async function dragBy(page: Page, dx: number) {
  const box = await page.getByRole('article').boundingBox()
  if (!box) throw new Error('no card')
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 50]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + 8, { steps: 8 })
}

test('a card shows photos, size, name and age, breed, distance, temperament and bio', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Nori' })
  expect(dog.name).toBe('Nori')
  const page = await owner.open('/swipe')
  const card = page.getByRole('article', { name: 'Marlow' })
  await expect(card.getByRole('heading', { name: 'Marlow 4 years' })).toBeVisible()
  for (const text of ['Large', 'Bernese Mountain Dog', '2 km away', 'Calm', 'Friendly'])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await expect(card.getByText('Leans on everyone. Brings the leash, just in case.')).toBeVisible()

  await expect(card.getByRole('img', { name: 'Marlow, picture 1 of 3' })).toBeVisible()
  await button(page, 'Next picture').click()
  await expect(card.getByRole('img', { name: 'Marlow, picture 2 of 3' })).toBeVisible()
  // Here the arrow keys browse the photos, so the dog stays.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(card.getByRole('img', { name: 'Marlow, picture 3 of 3' })).toBeVisible()
  await button(page, 'Previous picture').click()
  await expect(card.getByRole('img', { name: 'Marlow, picture 2 of 3' })).toBeVisible()
  await expectAccessible(page)
})

test('pass advances, and like and super like open the match dialog, whose buttons both advance', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Nori' })
  const page = await owner.open('/swipe')
  await expect(button(page, 'Pass')).toBeVisible()
  const [first, second] = ['Marlow', 'Pickle']
  expect(await dogName(page)).toBe(first)
  await button(page, 'Pass').click()
  expect(await dogName(page)).toBe(second)
  await expect(dialog(page)).toHaveCount(0)

  // A double click likes once, and does not close the dialog that it opened.
  await button(page, 'Like').dblclick()
  await expect(dialog(page).getByText(`Nori and ${second} have matched.`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Send Message').click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await dogName(page)).toBe('Tofu')
  await expect(button(page, 'Like')).toBeFocused()

  await button(page, 'Super like').click()
  await expect(dialog(page).getByText('Nori and Tofu have matched.')).toBeVisible()
  await expect(button(page, 'Send Message')).toBeFocused()
  await button(page, 'Keep Browsing').click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await dogName(page)).toBe('Bandit')
  await expect(page).toHaveURL('/swipe')
})

test('the left arrow passes, right likes, up super likes, and none work behind the dialog or in a menu', async ({
  person,
}) => {
  const owner = await person()
  await owner.dog({ name: 'Nori' })
  const page = await owner.open('/swipe')
  await expect(button(page, 'Pass')).toBeVisible()
  await expect(page.getByText('→ Like')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  expect(await dogName(page)).toBe('Pickle')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByText('Nori and Pickle have matched.')).toBeVisible()
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await dogName(page)).toBe('Tofu')
  await page.keyboard.press('ArrowUp')
  await expect(dialog(page).getByText('Nori and Tofu have matched.')).toBeVisible()
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(await dogName(page)).toBe('Bandit')

  await page.getByRole('button', { name: 'Nori: menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog(page)).toHaveCount(0)
  expect(await dogName(page)).toBe('Bandit')
})

test('dragging far enough decides, and a shorter drag or Escape returns the card', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Nori' })
  const page = await owner.open('/swipe')
  await expect(button(page, 'Pass')).toBeVisible()
  const at = async () => (await page.getByRole('article').boundingBox())?.x
  const rest = await at()

  await dragBy(page, -60)
  await page.keyboard.press('Shift')
  // A pause before the release makes it no flick.
  await expect.poll(at).not.toBe(rest)
  await page.waitForFunction(since => performance.now() - since > 120, await page.evaluate(() => performance.now()))
  await page.mouse.up()
  expect(await dogName(page)).toBe('Marlow')
  await expect.poll(at).toBe(rest)

  await dragBy(page, -200)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await dogName(page)).toBe('Marlow')
  await expect.poll(at).toBe(rest)

  await dragBy(page, -200)
  await page.mouse.up()
  expect(await dogName(page)).toBe('Pickle')
  await dragBy(page, 200)
  await page.mouse.up()
  await expect(dialog(page).getByText('Nori and Pickle have matched.')).toBeVisible()
})

test('after the last dog the end state can start over, and nothing was sent to the server', async ({ person }) => {
  const owner = await person()
  const page = await owner.context.newPage()
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) sent.push(request.url())
  })
  await page.goto('/swipe')
  await expect(button(page, 'Pass')).toBeVisible()
  // The last call of an account's first page stores the browser's time zone.
  await expect.poll(() => sent.filter(url => url.includes('preferences.edit'))).toHaveLength(1)
  const before = [...sent]
  for (let dogs = 0; dogs < 6; dogs++) await button(page, 'Pass').click()
  await button(page, 'Like').click()
  // No dog is active yet.
  await expect(dialog(page).getByText('Your dog and Juno have matched.')).toBeVisible()
  await button(page, 'Keep Browsing').click()
  await expect(page.getByRole('heading', { name: 'No more dogs nearby' })).toBeVisible()
  await expect(page.getByText('Check back later or adjust your filters')).toBeVisible()
  await expect(button(page, 'Start Over')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  expect(await dogName(page)).toBe('Marlow')
  await page.keyboard.press('ArrowLeft')
  expect(await dogName(page)).toBe('Pickle')
  expect(sent).toEqual(before)
})

test('with reduced motion the cards neither turn nor fly', async ({ person }) => {
  const owner = await person({}, { reducedMotion: 'reduce' })
  await owner.dog()
  const page = await owner.open('/swipe')
  await expect(button(page, 'Pass')).toBeVisible()
  await dragBy(page, 80)
  const transform = await page.getByRole('article').evaluate(card => getComputedStyle(card).transform)
  // Without rotation the first row and column of the matrix stay unchanged.
  expect(transform).toMatch(/^matrix\(1, 0, 0, 1, /)
  await page.mouse.up()
})
