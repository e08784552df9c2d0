import { newPair } from '../chat/pair.ts'
import { clickAgainWhenGone, clickThrice } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { whenAhead } from '../playdates/playdates-people.ts'

test('blocking from the chat takes one confirmation, the other dog disappears without a notice, and it can be undone', async ({
  person,
}) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  const other = await ben.open(`/bark-chat/${matchId}`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Rex')
  const page = await ana.open(`/bark-chat/${matchId}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Unmatch', 'Block', 'Report'])
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('no longer see each other')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page).toHaveURL(/\/barks$/)
  await expect(page.getByText('No barks yet')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Match not found' })).toBeVisible()

  const another = await (await person()).dog({ name: 'Another' })
  await ana.call('POST', '/blocks', { dogId: another.id })
  const settings = await ana.open('/settings/privacy')
  const card = settings.getByRole('region', { name: 'Blocked and unmatched' })
  await expect(card).toContainText('Owner blocked, with all their dogs')
  // The second click of a double click unblocks nobody else.
  await clickAgainWhenGone(card.getByRole('list'), 'Undo')
  await card.getByRole('button', { name: 'Undo: Biscuit' }).click()
  await expect(card).toContainText("You haven't blocked or unmatched anybody.")
  await settings.goto(`/dog/${biscuit.id}`)
  await expect(settings.getByRole('heading', { level: 1 })).toContainText('Biscuit')
})

test('blocking refreshes the page by itself, without a live event', async ({ person }) => {
  const { ana, matchId } = await newPair(person)
  const page = await ana.context.newPage()
  await page.routeWebSocket(/\/api\/trpc/, () => {})
  await page.goto('/barks')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Biscuit/ })
    .click()
  await expect(page).toHaveURL(`/bark-chat/${matchId}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page).toHaveURL(/\/barks$/)
  await expect(page.getByText('No barks yet')).toBeVisible()
})

test('a list that stays open after blocking is refreshed by itself, without a live event', async ({ person }) => {
  const { ana, biscuit } = await newPair(person)
  const page = await ana.context.newPage()
  await page.routeWebSocket(/\/api\/trpc/, () => {})
  await page.goto('/sniff')
  await appRuns(page)
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dog/${biscuit.id}"]`) })
  await card.getByRole('button', { name: 'More about Biscuit' }).click()
  await card.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText("Biscuit's owner is blocked")).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(page).toHaveURL(/\/sniff$/)
})

test('unmatching from a dog’s page ends the chat for both', async ({ person }) => {
  const { ana, ben, biscuit } = await newPair(person)
  const page = await ana.open(`/dog/${biscuit.id}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await page.getByRole('menuitem', { name: 'Unmatch' }).click()
  const calls: string[] = []
  page.on('request', request => calls.push(...(request.url().match(/matches\.end/g) ?? [])))
  await clickThrice(page.getByRole('dialog').getByRole('button', { name: 'Unmatch' }))
  await expect(page).toHaveURL(/\/sniff/)
  expect(calls).toHaveLength(1)
  const barks = await ben.open('/barks')
  await expect(barks.getByText('No barks yet')).toBeVisible()
  const settings = await ana.open('/settings/privacy')
  await expect(settings.getByRole('region', { name: 'Blocked and unmatched' })).toContainText('Match ended')
})

test('the menu of a card is above its photo carousel, and a dog whose owner is blocked leaves the list without a notice', async ({
  person,
}) => {
  const { ana, ben, biscuit, matchId } = await newPair(person)
  await ben.photo(biscuit)
  await ben.photo(biscuit)
  const playdate = { matchId, whenTs: whenAhead(2), parkName: 'Dolores Park' }
  await ben.call('POST', '/playdates', playdate)
  const [page, other] = [await ana.open('/sniff'), await ben.open('/playdates')]
  const theirs = other.getByRole('article').filter({ hasText: 'Rex' })
  await theirs.getByRole('button', { name: 'More about Rex' }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText(['Withdraw', 'Unmatch', 'Block', 'Report'])
  await theirs.getByRole('menuitem', { name: 'Report' }).click()
  await other.getByRole('dialog', { name: 'Report Rex' }).getByRole('button', { name: 'Cancel' }).click()

  const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dog/${biscuit.id}"]`) })
  await card.getByRole('button', { name: 'More about Biscuit' }).click()
  await expect(page).toHaveURL(/\/sniff$/)
  await expect(card.getByRole('menuitem')).toHaveText(['Not for us', 'Unmatch', 'Block', 'Report'])
  await card.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\/sniff$/)
  await expect(theirs).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'No Matches Yet' })).toBeVisible()
})
