import type { ChatPlaydate } from '@barkyard/domain/schemas/playdate'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ChatLine } from '../../../testing/chat-line.ts'
import { type Answers, network } from '../../../testing/network-links.ts'
import { address, open, PHONE } from '../../../testing/open.tsx'
import { aPlaydate, whenAhead } from '../../../testing/plans.ts'
import { aPage } from '../../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner } from '../../../testing/rows.ts'
import { says, texts } from '../../../testing/seen.ts'

const rex = aDog({ name: 'Rex' })
const biscuit = aNeighbour({ name: 'Biscuit' })
const match = aMatch(rex, biscuit, biscuit)
const list = page.getByRole('region', { name: 'Messages' })
const plans = page.getByRole('region', { name: 'Plans' })
const hour = 60 * 60 * 1000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

const stands = (playdate: ChatPlaydate['playdate'], proposed: number, changed = proposed): ChatPlaydate => ({
  playdate,
  proposedAt: ago(proposed),
  changedAt: ago(changed),
})

/** Opens the chat. Biscuit barked three hours ago and one hour ago. */
async function openChat(playdates: ChatPlaydate[], answers: Answers = {}) {
  const line = new ChatLine(match.id).before(biscuit, ['first.', 'second.'])
  line.messages.forEach((message, index) => {
    message.createdAt = ago(3 - 2 * index)
  })
  const all = {
    'matches.list': aPage(match),
    'matches.get': match,
    'messages.list': line.list,
    'dogs.get': biscuit,
    'playdates.ofChat': playdates,
    'playdates.overlapping': [],
    'notifications.seenOnPage': { ok: true },
    ...answers,
  } satisfies Answers
  await open(`/bark-chat/${match.id}`, { user: anOwner({ dog: rex }), answers: all, viewport: PHONE })
  await expect.element(list.getByText('second.')).toBeVisible()
}

test('the plans of a match stand between its messages in their place in time, and are no messages', async () => {
  const accepted = aPlaydate(match, {
    notes: 'Fetch',
    status: 'accepted',
    revision: 2,
    whenTs: ago(-0.5),
    parkName: 'Alamo Square Park',
    signals: [
      { dogId: biscuit.id, kind: 'phrase', minutes: null, phrase: 'by-the-water', at: ago(0.2) },
      { dogId: rex.id, kind: 'late', minutes: 10, phrase: null, at: ago(0.1) },
    ],
  })
  const off = aPlaydate(match, {
    notes: 'Mud bath',
    status: 'declined',
    revision: 3,
    cancelledAt: ago(0.5),
    cancelReason: 'weather',
    cancelledByDogId: biscuit.id,
  })
  const nap = aPlaydate(match, { notes: 'Nap', revision: 2, whenTs: ago(0.2) })
  const unanswered = { ...nap, was: { ...nap, notes: 'Long nap' } }
  await openChat([stands(accepted, 2.5, 2), stands(off, 4, 0.5), stands(unanswered, 2.8, 2.7)])
  await expect.element(list.getByRole('article', { name: 'Fetch' })).toBeVisible()
  const seen = [
    // It has had other titles since, perhaps.
    'Playdate proposed',
    'first.',
    'Playdate proposed: Long nap',
    'Not answered',
    'Playdate proposed: Fetch',
    'Alamo Square Park',
    'second.',
    'Biscuit cancelled: bad weather',
    'Biscuit: By the water',
    "You're running 10 minutes late",
  ].map(text => list.getByText(text, { exact: false }).first().element())
  for (const [index, element] of seen.entries()) {
    const next = seen[index + 1]
    if (next) expect(element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
  await expect.element(list.getByText('Playdate proposed: Mud bath')).not.toBeInTheDocument()
  await expect.element(list.getByRole('article', { name: 'Nap' })).toHaveTextContent(/Not answered.*Los Angeles time/)
  // Each list is of messages alone, which are counted without the plans.
  expect(texts(list.getByRole('listitem')).map(text => /\w+\./.exec(text ?? '')?.[0])).toEqual(['first.', 'second.'])
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map(item => item.getAttribute('aria-posinset')),
  ).toEqual(['1', '2'])
  // Half an hour before the meeting, its buttons and phrases are above the field.
  await expect.element(plans.getByRole('link')).toHaveTextContent(/In 30 minutes.*Alamo Square Park/)
  for (const name of ["I'm here", 'Running late', 'Say where you are'])
    await expect.element(plans.getByRole('button', { name })).toBeVisible()
})

test('a proposal is answered with one tap in the chat, and what the other side does appears live', async () => {
  const whenTs = whenAhead(3, '10:00:00')
  const proposal = aPlaydate(match, { notes: 'Fetch', whenTs, parkName: 'Alamo Square Park' })
  await openChat([])
  await expect.element(plans.getByRole('button', { name: 'Plan a playdate' })).toBeVisible()
  network.answer({ 'playdates.ofChat': [stands(proposal, 0.1)] })
  network.emit({ type: 'playdate', dogId: rex.id, matchId: match.id, playdate: proposal })
  const card = list.getByRole('article', { name: 'Fetch' })
  await expect.element(card.getByText('10:00 AM')).toBeInViewport()
  await says(plans.getByRole('link'), /\w{3} 10:00 AM Los Angeles time, Alamo Square Park\s*Your turn/)

  const accepted = { ...proposal, status: 'accepted' as const, revision: 2 }
  network.answer({
    'playdates.answer': input => {
      expect(input).toEqual({ id: proposal.id, status: 'accepted', revision: 1 })
      network.answer({ 'playdates.ofChat': [stands(accepted, 0.1, 0)] })
      return accepted
    },
  })
  await card.getByRole('button', { name: 'Accept' }).click()
  await expect.element(card.getByText('Accepted', { exact: true })).toBeVisible()
  await expect.element(card).toHaveFocus()
  await expect.element(list.getByText('Playdate proposed: Fetch')).toBeVisible()
  await expect.element(plans.getByText('Your turn')).not.toBeInTheDocument()

  // The strip shows the plan's card in the stream.
  list.element().scrollTop = 0
  await plans.getByRole('link').click()
  await expect.poll(() => address() + location.hash).toBe(`/bark-chat/${match.id}#playdate-${proposal.id}`)
  await expect.element(card).toHaveFocus()
  await expect.element(card).toBeInViewport()
})

test('from a chat it takes four taps to plan a playdate', async () => {
  vi.useFakeTimers({ now: new Date('2027-06-16T21:30:00Z'), toFake: ['Date'] })
  let taps = 0
  const tap = async (name: string, role: 'button' | 'radio' = 'button') => {
    taps += 1
    await page.getByRole(role, { name, exact: true }).click()
  }
  await openChat([], {
    'playdates.create': ({ whenTs, notes = '' }) => aPlaydate(match, { whenTs, notes, proposerDogId: rex.id }),
  })
  await tap('Plan a playdate')
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate', exact: true })
  await expect.element(dialog.getByRole('button', { name: /^Date/ })).toHaveFocus()
  await tap('Sat, Jun 19', 'radio')
  await tap('10 AM', 'radio')
  // The nearest to where the owner lives.
  await expect.element(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Alamo Square Park')
  await tap('Create Playdate')
  await expect
    .poll(() => network.calls('playdates.create'))
    .toMatchObject([
      {
        matchId: match.id,
        whenTs: '2027-06-19T17:00:00.000Z',
        parkId: 'alamo-square',
        notes: 'Playdate with Biscuit',
      },
    ])
  expect(taps).toBeLessThanOrEqual(4)
})

test('Enter on an hour chooses it and does not send the plan, and Cancel leaves one in the chat', async () => {
  vi.useFakeTimers({ now: new Date('2027-06-16T21:30:00Z'), toFake: ['Date'] })
  await openChat([])
  await page.getByRole('button', { name: 'Plan a playdate' }).click()
  await page.getByRole('radio', { name: 'Sat, Jun 19', exact: true }).click()
  const ten = page.getByRole('radio', { name: '10 AM', exact: true })
  ;(ten.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(ten).toBeChecked()
  await expect.element(page.getByRole('combobox', { name: /^Time/ })).toHaveValue('10:00 AM')
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate', exact: true })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toBe(`/bark-chat/${match.id}`)
  expect(network.calls('playdates.create')).toEqual([])
})
