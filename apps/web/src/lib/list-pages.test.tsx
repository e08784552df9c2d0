import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aLostCase, anAdmin, panelOf } from '../testing/admin-panel.ts'
import { fails, held, network } from '../testing/network-links.ts'
import { open } from '../testing/open.tsx'
import { aPage } from '../testing/quiet-yard.ts'
import { isSeen, sees } from '../testing/seen.ts'
import type { Inputs } from '../trpc.ts'
import { refreshSoon } from './refresh-soon.ts'

test('the next page that is asked for while a list is read again comes after that, both are new, and one that fails can be tried again', async () => {
  const [first, second] = [{ ...aPage(aLostCase('Mochi')), nextCursor: 'second' }, aPage(aLostCase('Rex'))]
  const again = held<typeof first>()
  let [isDown, isRead] = [true, false]
  const read = ({ cursor, limit }: Inputs['admin']['lostCases']) => {
    if (cursor) return isDown ? fails() : second
    return limit === 1 || !isRead ? first : again.promise
  }
  await open('/admin/lost', { user: anAdmin(), answers: { ...panelOf([], []), 'admin.lostCases': read } })
  const more = page.getByRole('button', { name: 'Show more searches' })
  await more.click()
  await sees("We couldn't load more searches.")
  await isSeen(page.getByRole('button', { name: 'Try again' }))
  isDown = false
  isRead = true
  void refreshSoon()
  await expect.poll(() => network.calls('admin.lostCases').filter(({ limit }) => limit !== 1)).toHaveLength(3)
  await more.click()
  await isSeen(page.getByRole('button', { name: 'Loading...' }))
  again.resolve({ ...aPage(aLostCase('Bella')), nextCursor: 'second' })
  await sees(/Rex/, /Bella/)
})
