import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { bubbles, field, fill, newPair } from './pair.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Messages' })
const scrollTo = (page: Page, where: 'start' | 'end') =>
  list(page).evaluate((element, to) => {
    element.scrollTop = to === 'start' ? 0 : element.scrollHeight
  }, where)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `woof ${index + 1}.`)

test('the messages of the first paint stay while the app takes over', async ({ person }) => {
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
  await page.goto(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await expect(field(page)).toBeEditable()
  await expect(page.locator('html')).not.toHaveAttribute('data-gone')
})

test('with thousands of messages few rows are in the page, older ones load while scrolling, and the position is kept', async ({
  person,
  server,
}) => {
  const pair = await newPair(person)
  const { ana, matchId } = pair
  await fill(server, pair, numbered(2_000))
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(page.getByText('woof 2000.')).toBeInViewport()
  let most = 0
  await list(page).hover()
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, -6000)
        most = Math.max(most, await bubbles(page).count())
        return page.getByText('Woof! 🐕').count()
      },
      { intervals: [20] },
    )
    .toBe(1)
  expect(most).toBeLessThan(80)
  await scrollTo(page, 'start')
  await expect(page.getByText('Woof! 🐕')).toBeInViewport()
})

test('the visible messages do not move while older ones load above', async ({ person, server }) => {
  const pair = await newPair(person)
  const { ana, matchId } = pair
  await fill(server, pair, numbered(600))
  const page = await ana.context.newPage()
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(
    url => decodeURIComponent(url.search).includes('"before"'),
    async route => {
      await held
      await route.continue()
    },
  )
  await page.goto(`/bark-chat/${matchId}`)
  await appRuns(page)
  await expect(page.getByText('woof 600.')).toBeInViewport()
  await scrollTo(page, 'start')
  const anchor = page.getByText('woof 405.', { exact: true })
  await expect(anchor).toBeInViewport()
  await expect(page.getByText('Loading older messages...')).toBeVisible()
  const before = await anchor.boundingBox()
  release()
  await expect(page.getByText('Loading older messages...')).toHaveCount(0)
  await expect(bubbles(page).filter({ hasText: 'woof 398.' })).toHaveCount(1)
  const after = await anchor.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(16)
})

test('the newest message stays in view when a phone’s keyboard takes half of the window', async ({
  person,
  server,
}) => {
  const pair = await newPair(() => person({}, { hasTouch: true, isMobile: true }))
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
  // One header is enough beside a keyboard.
  await expect(page.getByRole('banner')).toBeHidden()
  const box = await page.getByRole('button', { name: 'Send' }).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  // A press on a button ends the focus of the field, and must not move the button away.
  const menu = page.getByRole('button', { name: 'More about Biscuit' })
  await menu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(page.getByRole('banner')).toBeVisible()
})
