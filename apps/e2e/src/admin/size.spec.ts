import { openDatabase } from '@barkyard/db/open'
import { addCrowd } from '@barkyard/db/testing/crowd'
import { setAdmin } from '../admins.ts'
import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { startServer } from '../server.ts'

const USERS = 600
/** Rows of a list that may be in the document at once. */
const MOST = 40

const PHOTO = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4" />'

test('with hundreds of users few rows are in the page, and searching, selecting and deleting work', async ({
  browser,
}) => {
  const server = await startServer()
  const db = openDatabase(server.databaseUrl)
  const admin = await newPerson(browser, server.url, { firstName: 'Zoe', lastName: 'Zenith' })
  try {
    await addCrowd(db, USERS)
    await setAdmin(server, admin)
    // The crowd's photos are rows without files.
    await admin.context.route('**/photos/**', route => route.fulfill({ contentType: 'image/svg+xml', body: PHOTO }))
    const page = await admin.open('/admin/users')
    const users = page.getByRole('region', { name: 'All Users' })
    const dogs = page.getByRole('region', { name: 'All Dogs' })
    await expect(users.getByRole('heading')).toContainText('601')
    await expect(dogs.getByRole('heading')).toContainText('1,200')
    const expectFewRows = async () => {
      for (const rows of [users.getByRole('listitem'), dogs.getByRole('row')]) {
        await expect.poll(() => rows.count()).toBeGreaterThan(5)
        expect(await rows.count()).toBeLessThan(MOST)
      }
    }
    await expectFewRows()

    // Scrolling loads more, and rows that are out of sight leave the document.
    const list = users.getByRole('list').locator('..')
    for (let turn = 0; turn < 3; turn++) {
      const before = await list.evaluate(box => box.scrollHeight)
      await list.evaluate(box => box.scrollTo(0, box.scrollHeight))
      await expect.poll(() => list.evaluate(box => box.scrollHeight)).toBeGreaterThan(before)
      await expectFewRows()
    }
    const dogBox = dogs.getByRole('table').locator('../..')
    await dogBox.evaluate(box => box.scrollTo(0, 5_000))
    await expect(dogs.getByRole('row').nth(1)).not.toHaveAttribute('aria-rowindex', '2')
    // The table's head stays at the top.
    const [head, box] = [
      await dogs.getByRole('columnheader', { name: 'Owner' }).boundingBox(),
      await dogBox.boundingBox(),
    ]
    expect(Math.abs((head?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(3)
    await expectFewRows()

    // The new owner can be found among all users.
    await dogs.getByRole('searchbox').fill('user599@crowd')
    await expect(dogs.getByRole('row')).toHaveCount(3)
    await users.getByRole('searchbox').fill('user598@crowd')
    await users.getByRole('button', { name: 'User598@crowd.test' }).click()
    await page.getByRole('button', { name: 'Transfer Ownership of Dog 598a' }).click()
    const transfer = page.getByRole('dialog', { name: 'Transfer Dog Ownership' })
    await transfer.getByLabel('New owner', { exact: true }).fill('kim 599')
    await page.getByRole('option', { name: 'User599@crowd.test' }).click()
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(page.getByText('Dog ownership transferred successfully')).toBeVisible()
    await page.getByRole('dialog', { name: 'User Dogs' }).getByRole('button', { name: 'Close' }).click()

    // Select All selects everybody that the search finds, loaded or not.
    await users.getByRole('searchbox').fill('ångström')
    await expect(users.getByRole('heading')).toContainText('6')
    await page.getByLabel('Select All').check()
    await page.getByRole('button', { name: 'Delete 6 user(s)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Users' })
    // One of the six has given one of the two dogs away (Dog 100b).
    await expect(dialog).toContainText('6 user(s)')
    await expect(dialog).toContainText('11 dogs')
    await dialog.getByRole('button', { name: 'Delete Users' }).click()
    await expect(page.getByText('Successfully deleted 6 user(s)')).toBeVisible()
    await expect(users.getByText('Nothing found for “ångström”.')).toBeVisible()

    // Without a search it selects everybody except the admin.
    await users.getByRole('searchbox').fill('')
    await expect(users.getByRole('heading')).toContainText('595')
    await page.getByLabel('Select All').check()
    await page.getByRole('button', { name: 'Delete 594 user(s)' }).click()
    await dialog.getByRole('button', { name: 'Delete Users' }).click()
    await expect(page.getByText('Successfully deleted 594 user(s)')).toBeVisible()
    await expect(users.getByRole('listitem')).toHaveCount(1)
    await expect(users.getByText('Zoe Zenith')).toBeVisible()
  } finally {
    await admin.context.close()
    await db.destroy()
    await server.close()
  }
})
