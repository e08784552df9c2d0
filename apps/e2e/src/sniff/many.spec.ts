import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { shiftOf } from '../shift.ts'
import { crowd, searchesOf, statusOf, yard } from './sniff-people.ts'

/** The dog at the top of the window, and how far its place in the list is below the top, in px. */
const atTop = (page: Page) =>
  page.evaluate(() => {
    // Measure the list item, because cards lift a little under the pointer.
    for (const place of document.querySelectorAll('li:has(> article)')) {
      const { top } = place.getBoundingClientRect()
      if (top > 80) return { href: place.querySelector('a')?.getAttribute('href'), top: Math.round(top) }
    }
    return null
  })

/** The same once nothing moves any more, because rows that come into view for the first time are still being measured. */
async function restingAt(page: Page) {
  let last: string | null = null
  await expect
    .poll(async () => {
      const now = JSON.stringify(await atTop(page))
      const rests = now === last && now !== 'null'
      last = now
      return rests
    })
    .toBe(true)
  return atTop(page)
}

const loaded = (page: Page) => page.getByRole('list', { name: 'Dogs nearby' }).getByRole('listitem')

/** Scrolls until a number of dogs was requested. */
async function scrollUntil(page: Page, enough: () => boolean | Promise<boolean>) {
  await page.mouse.move(700, 600)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 6000)
        return enough()
      },
      { intervals: [50] },
    )
    .toBe(true)
}

test('more than a thousand dogs are counted as 1000+ and load while scrolling, with few in the document', async ({
  person,
  server,
}) => {
  const { me, place } = await yard(person)
  await crowd(server, 1010, place)
  const page = await me.context.newPage()
  const searches = searchesOf(page)
  await page.goto('/sniff')
  await expect(statusOf(page)).toHaveText('1000+ dogs found within your search area')

  let most = 0
  await scrollUntil(page, async () => {
    most = Math.max(most, await loaded(page).count())
    // The first page of them came with the document.
    return searches.length >= 4
  })
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(60)
  const lastPlace = () =>
    page.locator('[aria-posinset]').evaluateAll(rows => Math.max(...rows.map(row => Number(row.ariaPosInSet))))
  await scrollUntil(page, async () => (await lastPlace()) > 150)
  expect(await loaded(page).count()).toBeLessThan(60)
})

test('going back from a dog restores the list’s position without another search', async ({ person, server }) => {
  const { me, place } = await yard(person)
  await crowd(server, 160, place)
  const page = await me.context.newPage()
  const searches = searchesOf(page)
  await page.goto('/sniff?ageMin=1')
  await scrollUntil(page, () => searches.length >= 2)
  await page.evaluate(() => window.scrollTo(0, 12_345))
  const before = await restingAt(page)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(10_000)
  const asked = searches.length

  const open = () =>
    page.locator(`article a[href="${before?.href}"]`).evaluate((link: HTMLAnchorElement) => link.click())
  await open()
  await expect(page).toHaveURL(/\/dog\//)
  await page.goBack()
  await expect.poll(() => atTop(page)).toEqual(before)

  await open()
  await expect(page).toHaveURL(/\/dog\//)
  await page.locator('main a[href="/sniff"]').click()
  await expect.poll(() => atTop(page)).toEqual(before)
  await expect(page).toHaveURL('/sniff?ageMin=1')
  expect(searches).toHaveLength(asked)
})

test('in a window of any width the first dogs are drawn at their place, and nothing shifts', async ({
  person,
  server,
}) => {
  const { me, place } = await yard(person)
  await crowd(server, 20, place)
  const page = await me.context.newPage()
  for (const [width, columns] of [
    [375, 1],
    [768, 3],
    [1024, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sniff')
    // They are drawn once the first ones have been painted.
    await expect.poll(() => loaded(page).count()).toBeGreaterThan(3)
    const lefts = await loaded(page).evaluateAll(
      items => new Set(items.map(item => item.getBoundingClientRect().left)).size,
    )
    expect(lefts, `${width} px`).toBe(columns)
    expect(await shiftOf(page), `${width} px`).toBeLessThanOrEqual(0.01)
  }
})
