import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectCalm } from '../shift.ts'
import { crowd, yard } from './sniff-people.ts'

const loaded = (page: Page) => page.getByRole('list', { name: 'Dogs nearby' }).getByRole('listitem')

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
    await expectCalm(page, 0.01)
  }
})
