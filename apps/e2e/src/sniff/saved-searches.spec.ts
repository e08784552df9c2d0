import type { Search } from '@barkyard/domain/schemas/search'
import { expect, test } from '../fixtures.ts'
import { yard } from './sniff-people.ts'

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true }
const WORDS = 'Small, 0–15 years, within 25 km'

test('a search is saved with its filters, run from another one, deleted, and brought back', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Juno', size: 'large' }, 3)
  await neighbour({ name: 'Pip', size: 'small' }, 2)
  const page = await me.open('/sniff?sizes=small')
  const open = page.getByRole('button', { name: 'Saved searches' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Saved searches' })
  await expect(dialog.getByRole('heading', { name: 'None saved yet' })).toBeVisible()
  await expect(dialog.getByText('At 6 PM, once a day at most')).toBeVisible()
  const name = dialog.getByLabel('Name of this search')
  await expect(name).toHaveValue(WORDS)
  await name.fill('  ')
  await dialog.getByRole('button', { name: 'Save this search' }).click()
  await expect(dialog.getByText('Please give it a name')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Tiny friends')
  await dialog.getByRole('button', { name: 'Save this search' }).click()
  await expect(page.getByRole('status').filter({ hasText: '“Tiny friends” is saved' })).toBeVisible()
  await expect(dialog.getByText('The search on the page is saved as “Tiny friends”.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Tiny friends' })).toContainText(WORDS)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('heading', { name: 'Juno' })).toBeVisible()
  await open.click()
  await dialog.getByRole('button', { name: 'Show dogs: Tiny friends' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/sniff?sizes=small')
  await expect(page.getByRole('heading', { name: 'Juno' })).toBeHidden()

  await open.click()
  await dialog.getByRole('button', { name: 'Delete Tiny friends' }).click()
  await expect(dialog.getByRole('heading', { name: 'None saved yet' })).toBeFocused()
  await expect(name).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('The search on the page is saved as “Tiny friends”.')).toBeVisible()
})

test('a link to a search runs it, and says so when it is gone', async ({ person }) => {
  const { me } = await yard(person)
  const filters = { distance: 40, ageMin: 2, sizes: ['large'] }
  const { id } = await me.call<Search>('POST', '/searches', { name: 'Far giants', filters })
  const page = await me.open(`/sniff?search=${id}`)
  await expect(page).toHaveURL('/sniff?distance=40&ageMin=2&ageMax=20&sizes=large')
  await me.call('DELETE', `/searches/${id}`)
  await page.goto(`/sniff?search=${id}`)
  await expect(page.getByRole('status').filter({ hasText: 'This search is gone' })).toBeVisible()
  await expect(page).toHaveURL('/sniff')
})

test('the eleventh search asks to delete one; whether news of them is pushed or mailed is a setting', async ({
  person,
}) => {
  const { me } = await yard(person)
  for (let distance = 30; distance < 80; distance += 5)
    await me.call('POST', '/searches', { name: `Within ${distance}`, filters: { distance } })
  const page = await me.open('/sniff')
  await page.getByRole('button', { name: 'Saved searches' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved searches' })
  await expect(dialog.getByText('You have 10 saved searches. Delete one to save another.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Within 30' }).click()
  await expect(dialog.getByRole('button', { name: 'Save this search' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Choose how' }).click()
  const mail = page.getByRole('checkbox', { name: 'Saved searches and invitations: e-mail' })
  const before = await mail.isChecked()
  await mail.click()
  await expect(mail).toBeChecked({ checked: !before })
  await expect
    .poll(
      async () => (await me.call<{ kinds: { search: { mail: boolean } } }>('GET', '/preferences')).kinds.search.mail,
    )
    .toBe(!before)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the saved searches open from the filters, close by going back too, and return the focus to them', async ({
    person,
  }) => {
    const { me } = await yard(person)
    const page = await me.open('/doghouse')
    await page.getByRole('link', { name: /Find dogs nearby/ }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Saved searches' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved searches' })
    await expect(dialog.getByLabel('Name of this search')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/sniff')
  })
})
