import type { AdminReport } from '@barkyard/domain/schemas/report'
import { setAdmin } from '../admins.ts'
import { expect, test } from '../fixtures.ts'

test('a case has an address: it can be sent, and the way back closes it', async ({ person, server }) => {
  const [owner, reporter, admin] = [await person(), await person(), await person()]
  const dog = await owner.dog({ name: `Addressed ${process.pid}` })
  await setAdmin(server, admin)
  await reporter.call('POST', '/reports', { dogId: dog.id, kind: 'spam', note: 'Sells skateboards' })
  const cases = await admin.call<AdminReport[]>('GET', '/admin/reports?limit=100')
  const id = cases.find(one => one.dog.id === dog.id)?.id

  const page = await admin.open(`/admin/reports/${id}`)
  const open = page.getByRole('dialog', { name: 'Report' })
  await expect(open.getByText('Sells skateboards')).toBeVisible()
  await open.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/admin/reports')

  const row = page.getByRole('button', { name: new RegExp(`^${dog.name}`) })
  await row.click()
  await expect(page).toHaveURL(`/admin/reports/${id}`)
  await expect(open.getByText('Sells skateboards')).toBeVisible()
  await page.goBack()
  await expect(open).toHaveCount(0)
  await expect(page).toHaveURL('/admin/reports')
  await expect(row).toBeFocused()
  // Escape pressed twice leaves the case, not the queue.
  await row.click()
  await expect(open.getByText('Sells skateboards')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
  await expect(page).toHaveURL('/admin/reports')

  const unknown = await admin.open('/admin/reports/01890000-0000-7000-8000-000000000000')
  await expect(unknown.getByRole('dialog').getByText('Report not found')).toBeVisible()
})
