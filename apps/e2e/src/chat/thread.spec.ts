import { heldUp } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { bubbles, field, fill, newPair } from './pair.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `woof ${index + 1}.`)

test('the messages of the first paint and the header’s link stay where they are while the rest is downloaded', async ({
  person,
}) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  await page.addInitScript(() => {
    let isShown = false
    const look = () => {
      const now = document.querySelector('main')?.textContent.includes('Woof!') ?? false
      if (isShown && !now) document.documentElement.dataset.gone = 'true'
      isShown = now
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const letMenuCome = await heldUp(page, '**/assets/other-dog-actions-*.js')
  await page.goto(`/bark-chat/${matchId}`)
  await appRuns(page)
  await expect(bubbles(page)).toHaveCount(1)
  await expect(field(page)).toBeEditable()
  await expect(page.locator('html')).not.toHaveAttribute('data-gone')
  const dog = page.getByRole('main').getByRole('link', { name: /Biscuit/ })
  const before = await dog.boundingBox()
  letMenuCome()
  await expect(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible()
  expect(await dog.boundingBox()).toEqual(before)
})

test('the newest message stays in view when a phone’s keyboard takes half of the window', async ({
  person,
  server,
}) => {
  const pair = await newPair(person, { hasTouch: true, isMobile: true })
  const { ana, matchId } = pair
  await fill(server, pair, numbered(40))
  const page = await ana.open(`/bark-chat/${matchId}`)
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(page.getByText('woof 40.')).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await field(page).tap()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 420 })
  await expect(page.getByText('woof 40.')).toBeInViewport()
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  const box = await page.getByRole('button', { name: 'Send' }).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  // A press on a button ends the focus of the field, and must not move the button away.
  const menu = page.getByRole('button', { name: 'More about Biscuit' })
  await menu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
})
