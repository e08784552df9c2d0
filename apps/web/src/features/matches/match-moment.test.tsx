import type { Match } from '@barkyard/domain/schemas/match'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '../../testing/network-links.ts'
import { address, open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner } from '../../testing/rows.ts'

const rex = aDog({ name: 'Rex' })
const user = anOwner({ dog: rex })
const biscuit = aDog({ name: 'Biscuit' })
const dialog = page.getByRole('dialog', { name: "It's a Match!", exact: true })

/** The match after a message of a dog. */
const after = (match: Match, from: string, seq: number): Match => ({
  ...match,
  barked: true,
  lastMessage: match.lastMessage && { ...match.lastMessage, id: `m${seq}`, senderDogId: from, seq },
})
// A conversation that this device has never seen is no news.
const old = after(aMatch(rex, aDog({ name: 'Clover' })), rex.id, 9)

test('Bark back barks at once, and who answers the first bark sees the match once', async () => {
  const match = aMatch(rex, biscuit, biscuit)
  const bark = ({ toDogId }: { toDogId: string }) => {
    network.answer({ 'matches.list': aPage(after(match, rex.id, 2), old) })
    expect(toDogId).toBe(biscuit.id)
    return { matchId: match.id }
  }
  await open('/doghouse', { user, answers: { 'matches.list': aPage(match, old), 'matches.bark': bark } })
  // As if what tells of it were loaded after the bark.
  const noted = `one-sided:${user.id}:${rex.id}`
  await expect.poll(() => localStorage.getItem(noted)).toContain(match.id)
  localStorage.removeItem(noted)
  await page.getByRole('button', { name: /^Bark back/ }).click()
  await expect.element(page.getByText('Your bark has been sent!')).toBeVisible()
  await expect.element(dialog).toHaveTextContent('Rex and Biscuit have matched.')
  await expect.element(dialog.getByRole('link', { name: 'Send Message' })).toHaveFocus()
  await expect.element(dialog.getByRole('link', { name: 'Plan a playdate' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Browsing' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  network.emit({ type: 'refresh' })
  await expect.poll(() => network.calls('matches.list').length).toBeGreaterThan(2)
  await expect.element(dialog).not.toBeInTheDocument()
})

test('who barked first sees the match when the answer comes, and is led to the chat', async () => {
  const match = aMatch(rex, biscuit)
  await open('/doghouse', {
    user,
    answers: { 'matches.list': aPage(match, old), 'matches.get': match, 'messages.list': [] },
  })
  await expect.poll(() => localStorage.getItem(`one-sided:${user.id}:${rex.id}`)).toContain(match.id)
  const answered = after(match, biscuit.id, 2)
  network.answer({ 'matches.list': aPage(answered, old), 'matches.get': answered })
  network.emit({ type: 'refresh' })
  await expect.element(dialog).toHaveTextContent('Rex and Biscuit have matched.')
  await dialog.getByRole('link', { name: 'Send Message' }).click()
  await expect.poll(address).toBe(`/bark-chat/${match.id}`)
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what a chat has told is no news when the app is opened the next time', async () => {
  const match = aMatch(rex, biscuit, biscuit)
  const noted = () => localStorage.getItem(`one-sided:${user.id}:${rex.id}`)
  await open('/doghouse', {
    user,
    answers: { 'matches.list': aPage(match, old), 'matches.get': match, 'messages.list': [] },
  })
  await expect.poll(noted).toContain(match.id)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Biscuit: / })
    .click()
  await expect.poll(address).toBe(`/bark-chat/${match.id}`)
  network.answer({ 'matches.list': aPage(after(match, rex.id, 2), old) })
  network.emit({ type: 'refresh' })
  await expect.poll(noted).toBe('[]')
})
