import type { Message } from '@barkyard/domain/schemas/message'
import { expect, type Page } from '@playwright/test'
import type { Person } from '../people.ts'
import { pair } from '../playdates/playdates-people.ts'
import type { SignUp } from '../sniff/sniff-people.ts'

/** Two people at a place of their own whose dogs, Rex and Biscuit, have a match: Biscuit barked. */
export async function newPair(person: SignUp) {
  const { me, myDog, friend, friendsDog, matchId } = await pair(person, {}, 'Rex')
  return { ana: friend, rex: friendsDog, ben: me, biscuit: myDog, matchId }
}

export const bubbles = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
export const field = (page: Page) => page.getByPlaceholder('Type a message...')

/** Types a text and sends it, once there is a connection. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(field(page)).toHaveValue('')
}

/** The messages of a match as the server stored them. */
export const stored = (person: Person, matchId: string) => person.call<Message[]>('GET', `/messages/${matchId}`)

/** Sends `bodies` in this order as the person's acting dog. */
export async function speak(person: Person, matchId: string, bodies: string[]): Promise<void> {
  for (const body of bodies) await person.call('POST', `/messages/${matchId}`, { body })
}
