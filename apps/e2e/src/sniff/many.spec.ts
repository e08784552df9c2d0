import { inTransaction, openDatabase } from '@barkyard/db/open'
import { updatePlace } from '@barkyard/db/queries/account/users'
import { addDog, addOwner } from '@barkyard/db/testing/owners'
import { cellOf } from '@barkyard/domain/place'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectCalm } from '../shift.ts'
import { yard } from './sniff-people.ts'

const loaded = (page: Page) => page.getByRole('list', { name: 'Dogs nearby' }).getByRole('listitem')

test('in a window of any width the first dogs are drawn at their place, and nothing shifts', async ({
  person,
  server,
}) => {
  const { me, place } = await yard(person)
  const db = openDatabase(server.databaseUrl, { max: 1 })
  const pack = await addOwner(db, 'pack')
  await inTransaction(db, trx => updatePlace(trx, pack, () => ({ city: null, ...place, cell: cellOf(place) })))
  for (let n = 0; n < 20; n++) await addDog(db, pack, `Pack ${n}`)
  await db.destroy()
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
