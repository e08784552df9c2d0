import { expect, expectAccessible, test } from './fixtures.ts'

test('a new owner without a dog is asked for one', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/sniff')
  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByText('No dogs yet!')).toBeVisible()
  await expectAccessible(page)
})
