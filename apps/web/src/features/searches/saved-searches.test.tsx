import type { Search } from '@barkyard/domain/schemas/search'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { network } from '../../testing/network-links.ts'
import { goTo, open, PHONE } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aNeighbour } from '../../testing/rows.ts'
import { button, isAt, isGone, isSeen, leadsTo, says, sees, settled } from '../../testing/seen.ts'
import type { Inputs } from '../../trpc.ts'

type NewSearch = Inputs['searches']['create']

const WORDS = 'Small, 0–15 years, within 25 km'
const dialog = page.getByRole('dialog', { name: 'Saved searches' })
const save = dialog.getByRole('button', { name: 'Save this search' })
const nameField = dialog.getByLabelText('Name of this search')

const aSearch = ({ name = 'Far giants', filters }: { name?: string; filters: NewSearch['filters'] }): Search => ({
  id: `search-${name}`,
  name,
  filters: { distance: 25, sizes: [], temperaments: [], verified: [], ...filters } as Search['filters'],
  createdAt: '2026-11-21T12:00:00.000Z',
})

/** The server's searches, as they are saved and deleted. */
function searches(...saved: Search[]) {
  let list = saved
  return {
    'searches.list': () => list,
    'searches.create': (input: NewSearch) => {
      const search = aSearch(input)
      list = [search, ...list]
      return search
    },
    'searches.delete': ({ id }: { id: string }) => {
      list = list.filter(search => search.id !== id)
      return { ok: true } as const
    },
    'sniff.search': aPage(aNeighbour()),
  }
}

test('a search is saved with its filters, run from another one, deleted, and brought back', async () => {
  await open('/sniff?sizes=small', { answers: searches() })
  await button('Saved searches').click()
  await sees('None saved yet', /^At most once a day, at 6 PM/)
  await expect.element(nameField).toHaveValue(WORDS)
  await nameField.fill('  ')
  await save.click()
  await sees('Please give it a name')
  await expect.element(nameField).toHaveFocus()
  await nameField.fill('Tiny friends')
  await expect.element(nameField).not.toHaveAccessibleDescription(/give it a name/)
  await save.click()
  await sees('“Tiny friends” is saved', 'The search on the page is saved as “Tiny friends”.')
  await says(dialog.getByRole('listitem'), WORDS)
  expect(network.calls('searches.create')).toMatchObject([{ name: 'Tiny friends', filters: { sizes: ['small'] } }])
  await userEvent.keyboard('{Escape}')
  await isGone(dialog)
  await expect.element(button('Saved searches')).toHaveFocus()

  await button('Clear').click()
  await isAt('/sniff')
  await button('Saved searches').click()
  await dialog.getByRole('button', { name: 'Show dogs: Tiny friends' }).click()
  await isGone(dialog)
  await isAt('/sniff?sizes=small')

  await button('Saved searches').click()
  await dialog.getByRole('button', { name: 'Delete Tiny friends' }).click()
  await expect.element(dialog.getByRole('heading', { name: 'None saved yet' })).toHaveFocus()
  await isSeen(nameField)
  await button('Undo').click()
  await sees('The search on the page is saved as “Tiny friends”.')
})

test('a link to a search runs it, and says so when it is gone', async () => {
  const giants = aSearch({ filters: { distance: 40, ageMin: 2, sizes: ['large'] } })
  await open(`/sniff?search=${giants.id}`, { answers: searches(giants) })
  await isAt('/sniff?distance=40&ageMin=2&ageMax=20&sizes=large')
  goTo('/sniff?search=gone')
  await sees('This search is gone')
  await isAt('/sniff')
})

test('the eleventh search asks to delete one', async () => {
  const far = (at: number) => aSearch({ name: `Within ${at}`, filters: { distance: 30 + 5 * at } })
  const ten = Array.from({ length: 10 }, (_, at) => far(at))
  await open('/sniff', { answers: searches(...ten) })
  await button('Saved searches').click()
  await sees('You have 10 saved searches. Delete one to save another.')
  await dialog.getByRole('button', { name: 'Delete Within 3' }).click()
  await isSeen(save)
  await leadsTo(dialog.getByRole('link', { name: 'Choose how' }), '/settings/notifications')
})

test('on a phone they open from the filters, close by going back too, and return the focus to them', async () => {
  await open('/sniff', { answers: searches(), viewport: PHONE })
  const back = async () => history.back()
  for (const leave of [() => userEvent.keyboard('{Escape}'), back]) {
    await button('Filters').click()
    await button('Saved searches').click()
    await isSeen(nameField)
    await settled()
    await leave()
    await isGone(dialog)
    await isAt('/sniff')
    await expect.element(button('Filters')).toHaveFocus()
  }
})

test('the settings list them, to run and to delete', async () => {
  const saved = aSearch({ filters: { distance: 60 } as NewSearch['filters'] })
  await open('/settings/searches', { answers: searches(saved) })
  const card = page.getByRole('region', { name: 'Saved searches' })
  await card.getByRole('button', { name: 'Show dogs: Far giants' }).click()
  await isAt('/sniff?distance=60&ageMax=20')
  history.back()
  await card.getByRole('button', { name: 'Delete Far giants' }).click()
  await sees(/^None saved yet/)
  await expect.element(card.getByRole('heading')).toHaveFocus()
})
