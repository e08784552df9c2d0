import type { ChatPlaydate } from '@barkyard/domain/schemas/playdate'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, network, writes } from '../../../testing/network-links.ts'
import { address, PHONE } from '../../../testing/open.tsx'
import { biscuit, bubbles, list, match, openChat, rex } from '../../../testing/open-chat.ts'
import { aPlaydate, minutesAhead, whenAhead } from '../../../testing/plans.ts'
import { button, isAt, isGone, isSeen, pressOn, says, texts } from '../../../testing/seen.ts'

const plans = page.getByRole('region', { name: 'Plans' })
const ago = (hours: number) => minutesAhead(-60 * hours)

const stands = (playdate: ChatPlaydate['playdate'], proposed: number, changed = proposed): ChatPlaydate => ({
  playdate,
  proposedAt: ago(proposed),
  changedAt: ago(changed),
})

/** Opens the chat. Biscuit barked three hours ago and one hour ago. */
const openWith = (playdates: ChatPlaydate[], more: Answers = {}) =>
  openChat(
    ['first.', 'second.'],
    ({ messages }) => {
      for (const [at, message] of messages.entries()) message.createdAt = ago(3 - 2 * at)
      return { 'playdates.ofChat': playdates, 'playdates.overlapping': [], ...more }
    },
    PHONE,
  )

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
  const cancelled = { cancelledAt: ago(0.5), cancelReason: 'weather', cancelledByDogId: biscuit.id } as const
  const off = aPlaydate(match, { notes: 'Mud bath', status: 'declined', revision: 3, ...cancelled })
  const nap = aPlaydate(match, { notes: 'Nap', revision: 2, whenTs: ago(0.2) })
  const unanswered = { ...nap, was: { ...nap, notes: 'Long nap' } }
  await openWith([stands(accepted, 2.5, 2), stands(off, 4, 0.5), stands(unanswered, 2.8, 2.7)])
  await isSeen(list.getByRole('article', { name: 'Fetch' }))
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
  await isGone(list.getByText('Playdate proposed: Mud bath'))
  await says(list.getByRole('article', { name: 'Nap' }), /Not answered.*Los Angeles time/)
  // Each list is of messages alone, which are counted without the plans.
  expect(texts(bubbles).map(text => /\w+\./.exec(text ?? '')?.[0])).toEqual(['first.', 'second.'])
  expect(bubbles.elements().map(item => item.getAttribute('aria-posinset'))).toEqual(['1', '2'])
  // Half an hour before the meeting, its buttons and phrases are above the field.
  await says(plans.getByRole('link'), /In 30 minutes.*Alamo Square Park/)
  for (const name of ["I'm here", 'Running late', 'Say where you are'])
    await isSeen(plans.getByRole('button', { name }))
})

test('a proposal is answered with one tap in the chat, and what the other side does appears live', async () => {
  const whenTs = whenAhead(3, '10:00:00')
  const proposal = aPlaydate(match, { notes: 'Fetch', whenTs, parkName: 'Alamo Square Park' })
  await openWith([])
  await isSeen(plans.getByRole('button', { name: 'Plan a playdate' }))
  network.answer({ 'playdates.ofChat': [stands(proposal, 0.1)] })
  network.emit({ type: 'playdate', dogId: rex.id, matchId: match.id, playdate: proposal })
  const card = list.getByRole('article', { name: 'Fetch' })
  await expect.element(card.getByText('10:00 AM')).toBeInViewport()
  await says(plans.getByRole('link'), /\w{3} 10:00 AM Los Angeles time, Alamo Square Park\s*Your turn/)

  const accepted = { ...proposal, status: 'accepted' as const, revision: 2 }
  network.answer({ 'playdates.answer': writes({ 'playdates.ofChat': [stands(accepted, 0.1, 0)] }, accepted) })
  await card.getByRole('button', { name: 'Accept' }).click()
  const answer = { id: proposal.id, status: 'accepted', revision: 1 }
  await expect.poll(() => network.calls('playdates.answer')).toEqual([answer])
  await isSeen(card.getByText('Accepted', { exact: true }))
  await expect.element(card).toHaveFocus()
  await isSeen(list.getByText('Playdate proposed: Fetch'))
  await isGone(plans.getByText('Your turn'))

  // The strip shows the plan's card in the stream.
  list.element().scrollTop = 0
  await plans.getByRole('link').click()
  await expect.poll(() => address() + location.hash).toBe(`/bark-chat/${match.id}#playdate-${proposal.id}`)
  await expect.element(card).toHaveFocus()
  await expect.element(card).toBeInViewport()
})

test('from a chat it takes four taps to plan a playdate, Enter on an hour does not send it, and Cancel leaves one in the chat', async () => {
  vi.useFakeTimers({ now: new Date('2027-06-16T21:30:00Z'), toFake: ['Date'] })
  await openWith([], {
    'playdates.create': ({ whenTs, notes = '' }) => aPlaydate(match, { whenTs, notes, proposerDogId: rex.id }),
  })
  const form = page.getByRole('dialog', { name: 'Create a Playdate', exact: true })
  const [start, send] = [button('Plan a playdate'), form.getByRole('button', { name: 'Create Playdate', exact: true })]
  const radio = (name: string) => form.getByRole('radio', { name, exact: true })
  const [saturday, ten] = [radio('Sat, Jun 19'), radio('10 AM')]
  await start.click()
  await saturday.click()
  await pressOn(ten, '{Enter}')
  await expect.element(ten).toBeChecked()
  await expect.element(form.getByRole('combobox', { name: /^Time/ })).toHaveValue('10:00 AM')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await isGone(form)
  await isAt(`/bark-chat/${match.id}`)
  expect(network.calls('playdates.create')).toEqual([])

  await start.click()
  await expect.element(form.getByRole('button', { name: /^Date/ })).toHaveFocus()
  await saturday.click()
  await ten.click()
  // The nearest to where the owner lives.
  await expect.element(form.getByRole('combobox', { name: 'Location' })).toHaveValue('Alamo Square Park')
  await send.click()
  const plan = { matchId: match.id, whenTs: '2027-06-19T17:00:00.000Z', parkId: 'alamo-square' }
  const sent = { ...plan, notes: 'Playdate with Biscuit' }
  await expect.poll(() => network.calls('playdates.create')).toMatchObject([sent])
})
