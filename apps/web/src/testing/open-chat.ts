import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { ChatLine } from './chat-line.ts'
import type { Answers } from './network-links.ts'
import { open } from './open.tsx'
import { aPage } from './quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner } from './rows.ts'

export const rex = aDog({ name: 'Rex' })
export const biscuit = aNeighbour({
  name: 'Biscuit',
  breed: 'Golden Retriever',
  compatibility: { score: 80, reasons: ['Same age'] },
})
/** Biscuit barked at Rex. */
export const match = aMatch(rex, biscuit, biscuit)
export const user = anOwner({ dog: rex })
export const list = page.getByRole('region', { name: 'Messages' })
export const bubbles = list.getByRole('listitem')
export const field = page.getByPlaceholder('Type a message...')

/** Opens the chat of Rex with what Biscuit has said so far. @param answers in place of the usual ones */
export async function openChat(
  said: readonly string[] = ['Woof! 🐕'],
  answers: Answers | ((line: ChatLine) => Answers) = {},
  viewport: readonly [number, number] = [1280, 900],
  as = user,
  reducedMotion = false,
) {
  const line = new ChatLine(match.id).before(biscuit, said)
  const all = {
    'matches.list': aPage(match),
    'matches.get': match,
    'messages.list': line.list,
    'messages.markSeen': { ok: true },
    'notifications.seenOnPage': { ok: true },
    'dogs.get': biscuit,
    ...(typeof answers === 'function' ? answers(line) : answers),
  } satisfies Answers
  await open(`/bark-chat/${match.id}`, { user: as, answers: all, viewport, reducedMotion })
  await expect.element(bubbles.last()).toHaveTextContent(said.at(-1)?.slice(0, 20) ?? '')
  await expect.poll(() => document.querySelector('[data-connection=open]')).not.toBeNull()
  return line
}

export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `woof ${index + 1}.`)
export const scrollTo = (where: 'start' | 'end') => {
  const { scrollHeight } = list.element()
  list.element().scrollTop = where === 'start' ? 0 : scrollHeight
}
