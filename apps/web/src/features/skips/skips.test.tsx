import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, held, network, writes } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aNeighbour, anOwner } from '../../testing/rows.ts'
import { isAt, isSeen, sees, settled, texts } from '../../testing/seen.ts'

const nori = aDog({ name: 'Nori' })
const [rex, mochi] = [aNeighbour({ name: 'Rex' }), aNeighbour({ name: 'Mochi' })]
const skip = { id: 'skip', dog: rex, createdAt: '2026-11-21T12:00:00.000Z' }
const answers = {
  'dogs.get': rex,
  'sniff.search': aPage(rex, mochi),
  'skips.create': writes({ 'sniff.search': aPage(mochi), 'skips.list': aPage(skip) }, skip),
  'skips.undo': writes({ 'sniff.search': aPage(rex, mochi), 'skips.list': aPage() }),
}
const names = () => texts(page.getByRole('article').getByRole('heading'))
const see = (...dogs: string[]) => expect.poll(names).toEqual(dogs)

async function chooseNotForUs() {
  const menu = page.getByRole('button', { name: 'More about Rex' })
  await isSeen(menu)
  menu.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Not for us' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}

test('a dog that is not for us leaves Sniff, and comes back by Undo', async () => {
  const { promise, resolve } = held<void>()
  const create = () => promise.then(answers['skips.create'])
  await open('/sniff', { user: anOwner({ dog: nori }), answers: { ...answers, 'skips.create': create } })
  await see('Rex', 'Mochi')
  // A held Enter opens the menu again, and chooses its first item.
  for (const _ of ['first', 'repeated']) await chooseNotForUs()
  resolve()
  await see('Mochi')
  await sees('Rex is left out of Sniff')
  await expect.element(page.getByRole('region', { name: 'Results' })).toHaveFocus()
  // It is undone as the dog that did it.
  network.answer({ 'auth.user': anOwner({ dog: aDog({ name: 'Otto' }) }) })
  const earlier = network.calls('auth.user').length
  network.emit({ type: 'refresh' })
  await expect.poll(() => network.calls('auth.user').length).toBeGreaterThan(earlier)
  await settled()
  await page.getByRole('button', { name: 'Undo' }).click()
  await see('Rex', 'Mochi')
  expect(network.calls('skips.create')).toEqual([{ dogId: rex.id }])
  const undone = network.allCalls().filter(({ path }) => path === 'skips.undo')
  expect(undone).toEqual([{ path: 'skips.undo', input: { id: 'skip' }, dogId: nori.id }])
})

test('a dog’s page is left when the dog is not for us', async () => {
  await open(`/dog/${rex.id}`, { user: anOwner({ dog: nori }), answers })
  await chooseNotForUs()
  await isAt('/sniff')
  await see('Mochi')
})

test('a dog that is left out comes back in the settings', async () => {
  const first = { ...aPage({ ...skip, id: 'newer', dog: mochi }), nextCursor: 'older' }
  const list: Answers = { 'skips.list': ({ cursor } = {}) => (cursor ? aPage(skip) : first) }
  await open('/settings/searches', { user: anOwner({ dog: nori }), answers: { ...answers, ...list } })
  const card = page.getByRole('region', { name: 'Not for Nori' })
  await card.getByRole('button', { name: 'Show more dogs' }).click()
  await isSeen(card.getByText('Rex, Corgi'))
  await card.getByRole('button', { name: 'Undo: Rex' }).click()
  await isSeen(card.getByText(/finds every dog nearby/))
  await expect.element(card.getByRole('heading')).toHaveFocus()
})
