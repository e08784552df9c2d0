import type { Block } from '@barkyard/domain/schemas/block'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, fails, held, network, writes } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, says, sees, texts } from '../../testing/seen.ts'

const nori = aDog({ name: 'Nori' })
const user = anOwner({ dog: nori })
const biscuit = aNeighbour({ name: 'Biscuit', photos: [aPhoto(), aPhoto()] })
const match = aMatch(nori, biscuit, biscuit)
const blockOf = (dog: Block['dog'], kind: Block['kind'] = 'owner'): Block => ({
  id: dog.id,
  kind,
  dog,
  createdAt: '2026-11-21T12:00:00.000Z',
})
const left: Answers = { 'matches.list': aPage(), 'sniff.search': aPage() }
const answers = {
  'matches.list': aPage(match),
  'sniff.search': aPage(biscuit),
  'dogs.get': biscuit,
  'blocks.create': writes(left, blockOf(biscuit)),
  'matches.end': writes(left),
} satisfies Answers
const card = page.getByRole('article').filter({ hasText: 'Biscuit' })
const dialog = page.getByRole('dialog')
const menu = page.getByRole('button', { name: 'More about Biscuit' })
const item = (name: string) => page.getByRole('menuitem', { name })

test('the menu of a card is above its photos, and a list that stays open after blocking is read again without an event', async () => {
  await open('/sniff', { user, answers, reducedMotion: true })
  await card.getByRole('button', { name: 'More about Biscuit' }).click()
  await isSeen(item('Unmatch'))
  expect(texts(page.getByRole('menuitem'))).toEqual(['Not for us', 'Unmatch', 'Block', 'Report'])
  await item('Block').click()
  await says(dialog, 'no longer see each other')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await sees("Biscuit's owner is blocked")
  await isGone(card)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await isAt('/sniff')
})

test('the page that a block leads to is read again without an event', async () => {
  const chat = { ...answers, 'matches.get': match, 'messages.list': [] }
  await open('/barks', { user, answers: chat, reducedMotion: true })
  const main = page.getByRole('main')
  await main.getByRole('link', { name: /Biscuit/ }).click()
  await isAt(`/bark-chat/${match.id}`)
  await menu.click()
  await item('Block').click()
  await dialog.getByRole('button', { name: 'Block' }).click()
  await isAt('/barks')
  await sees('No barks yet')
})

test('a match is ended once, from the dog’s page, which is then left', async () => {
  const ending = held<void>()
  const end = () => ending.promise.then(answers['matches.end'])
  await open(`/dog/${biscuit.id}`, { user, answers: { ...answers, 'matches.end': end }, reducedMotion: true })
  await menu.click()
  await item('Unmatch').click()
  await dialog.getByRole('button', { name: 'Unmatch' }).tripleClick()
  ending.resolve()
  await isAt('/sniff')
  expect(network.calls('matches.end')).toEqual([{ matchId: match.id }])
})

test('while a block is undone no other row can be pressed, nor by the second click of a double click', async () => {
  const undone = held<void>()
  let blocks = [blockOf(biscuit), blockOf(aNeighbour({ name: 'Another' }), 'pair')]
  await open('/settings/privacy', { user, answers: { 'blocks.list': fails }, reducedMotion: true })
  // An answer that failed is no empty list.
  await sees("We couldn't load your blocks")
  expect(page.getByText("You haven't blocked or unmatched anybody.").elements()).toEqual([])
  network.answer({
    'blocks.list': () => aPage(...blocks),
    'blocks.undo': async ({ id }) => {
      await undone.promise
      blocks = blocks.filter(one => one.id !== id)
      return { ok: true }
    },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  const undo = page.getByRole('region', { name: 'Blocked and unmatched' })
  await says(undo.getByRole('listitem').first(), 'Owner blocked, with all their dogs')
  await says(undo.getByRole('listitem').nth(1), 'Match ended')
  await undo.getByRole('button', { name: 'Undo: Biscuit' }).dblClick()
  const other = undo.getByRole('button', { name: 'Undo: Another' })
  await expect.element(other).toHaveAttribute('aria-disabled', 'true')
  undone.resolve()
  await isGone(undo.getByRole('button', { name: 'Undo: Biscuit' }))
  expect(network.calls('blocks.undo')).toHaveLength(1)
  await other.click()
  await sees("You haven't blocked or unmatched anybody.")
})
