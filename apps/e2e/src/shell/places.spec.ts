import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { goWithin } from '../screens/open-screen.ts'

const PLACES = ['Doghouse', 'Sniff', 'Barks', 'Playdates', 'My dogs']

/** The name of each place in the navigation, without its count. */
const labels = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('li a > span:last-child')
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`${name}$`) })

test('the places are one tap away in every window', async ({ person }) => {
  const owner = await person()
  for (const name of ['Rex', 'Ada', 'Bo', 'Cleo']) await owner.dog({ name }, { isActive: name === 'Rex' })
  const page = await owner.open('/doghouse')
  for (const [width, height, isInHeader] of [
    [375, 812, false],
    [667, 375, true],
    [568, 320, true],
    [768, 1024, true],
    [1440, 900, true],
  ] as const) {
    await page.setViewportSize({ width, height })
    await goWithin(page, '/doghouse')
    // The header has its own "My dogs", with the other dogs' faces.
    await expect(labels(page)).toHaveText(isInHeader ? PLACES.filter(name => name !== 'My dogs') : PLACES)
    await expect(page.getByRole('link', { name: /My dogs$/ })).toHaveCount(isInHeader ? 1 : 2)
    const header = page.getByRole('banner')
    await expect(header.getByRole('navigation', { name: 'Main' })).toHaveCount(isInHeader ? 1 : 0)
    // The header keeps its elements, and none of them overlap.
    await expect(header.getByRole('link', { name: /My dogs/ }).first()).toBeVisible()
    await expect(header.getByRole('link', { name: /to the doghouse/ })).toBeVisible()
    const boxes = await header.locator('a:visible, button:visible').evaluateAll(elements =>
      elements.map(element => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { left, right, top, bottom, name: element.textContent }
      }),
    )
    for (const [at, box] of boxes.entries()) {
      expect(box.left, `${box.name} is cut`).toBeGreaterThanOrEqual(0)
      expect(box.right, `${box.name} is cut`).toBeLessThanOrEqual(width)
      for (const other of boxes.slice(at + 1))
        expect(
          Math.min(box.right, other.right) - Math.max(box.left, other.left) <= 0.5,
          `${box.name} lies upon ${other.name}`,
        ).toBe(true)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const [name, path] of [
      ['Sniff', '/sniff'],
      ['Barks', '/barks'],
      ['Playdates', '/playdates'],
      ['My dogs', '/my-dogs'],
    ] as const) {
      const link = page
        .getByRole('link', { name: new RegExp(`${name}$`) })
        .filter({ visible: true })
        .last()
      await link.click()
      await expect(page).toHaveURL(path)
      await expect(link).toHaveAttribute('aria-current', 'page')
    }
  }
})

test('the navigation and the tab’s title show unread counts as they change', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const page = await owner.open('/doghouse')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Welcome back, Rex! · Barkyard')
  const matchId = await friend.bark(rex)
  await expect(place(page, 'Barks')).toHaveAccessibleName(/1 new/)
  await expect(page).toHaveTitle('(1) Welcome back, Rex! · Barkyard')
  await page.goto(`/bark-chat/${matchId}`)
  await expect(place(page, 'Barks')).not.toHaveAccessibleName(/new/)
  await expect(page).toHaveTitle(/^Mochi/)
})

test('barks at the other dogs show on their avatars, on their cards and at My dogs', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 390, height: 844 } })
  await owner.dog({ name: 'Rex' })
  for (const name of ['Ada', 'Bo', 'Cleo']) await owner.dog({ name }, { isActive: false })
  const dot = await owner.dog({ name: 'Dot' }, { isActive: false })
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const page = await owner.open('/my-dogs')
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /^Dot/ })).toBeVisible()
  const matchId = await friend.bark(dot)
  await expect(main.getByRole('button', { name: /Dot.*1 new bark/ })).toBeVisible()
  await expect(place(page, 'My dogs')).toHaveAccessibleName(/1 new for your other dogs/)
  // Three avatars fit: the dog that somebody barked at is among them.
  await expect(page.getByRole('banner').getByRole('link', { name: /1 new for Dot/ })).toBeVisible()
  await expect(page).toHaveTitle('My Dogs · Barkyard')

  // When acting as Dot, the count is at Barks, and disappears once the bark is read.
  await main.getByRole('button', { name: /Dot/ }).first().click()
  await expect(page).toHaveURL('/doghouse')
  await expect(place(page, 'Barks')).toHaveAccessibleName(/1 new/)
  await expect(place(page, 'My dogs')).not.toHaveAccessibleName(/new/)
  // The server draws the bark, so it is seen before the page has said that it is read.
  const isRead = page.waitForResponse(answer => answer.url().includes('messages.markSeen'))
  await page.goto(`/bark-chat/${matchId}`)
  await expect(page.getByText('Woof!')).toBeVisible()
  await isRead
  await page.goto('/my-dogs')
  await expect(main.getByRole('button', { name: /Dot/ }).first()).toBeVisible()
  await expect(place(page, 'Barks')).not.toHaveAccessibleName(/new/)
  await expect(main.getByText(/new bark/)).toHaveCount(0)
})

test('after the active dog is deleted the remaining one can be chosen on the same page', async ({ person }) => {
  // On a phone held sideways, the deleted dog's card is below the way on.
  const owner = await person({}, { viewport: { width: 812, height: 375 } })
  await owner.dog({ name: 'Ada' }, { isActive: false })
  await owner.dog({ name: 'Rex' })
  const page = await owner.open('/my-dogs')
  const next = page.getByRole('button', { name: 'Meet the dogs near Ada' })
  await expect(page.getByRole('button', { name: /^Active Rex/ })).toBeVisible()
  await expect(next).toHaveCount(0)
  const remove = page.getByRole('button', { name: 'Delete Rex' })
  await remove.evaluate(button => button.scrollIntoView({ block: 'start' }))
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(next).toBeFocused()
  // It is as high as a card, and the window hardly higher.
  await expect(next).toBeInViewport({ ratio: 0.8 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sniff')
  await page.goto('/doghouse')
  await expect(page.getByRole('heading', { name: 'Welcome back, Ada!' })).toBeVisible()
})

test('a full page load starts at the top, and going back restores the position', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 375, height: 400 } })
  const rex = await owner.dog({ name: 'Rex', bio: 'Runs. '.repeat(60) })
  const page = await owner.open('/doghouse')
  await expect(page.getByRole('heading', { name: 'Welcome back, Rex!' })).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const scrollDown = () => page.evaluate(() => window.scrollTo(0, 150))
  await scrollDown()
  await expect.poll(scrolled).toBe(150)
  await page.reload()
  await expect(page.getByRole('link', { name: /Schedule meetups/ })).toBeVisible()
  expect(await scrolled()).toBe(0)

  await scrollDown()
  const profile = page.getByRole('link', { name: /My Profile/ })
  // A click would move the page to it.
  await profile.scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(100)
  await profile.click()
  await expect(page).toHaveURL(`/dog/${rex.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome back, Rex!' })).toBeVisible()
  await expect.poll(scrolled).toBe(before)
})
