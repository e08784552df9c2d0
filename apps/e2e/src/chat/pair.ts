import { randomUUID } from 'node:crypto'
import { openDatabase } from '@barkyard/db/open'
import type { Message } from '@barkyard/domain/schemas/message'
import { expect, type Page } from '@playwright/test'
import type { Person } from '../people.ts'
import { pair } from '../playdates/playdates-people.ts'
import type { Server } from '../server.ts'
import type { SignUp } from '../sniff/sniff-people.ts'

/** Two people at a place of their own whose dogs, Rex and Biscuit, have a match: Biscuit barked. */
export async function newPair(person: SignUp, options: object = {}) {
  const { me, myDog, friend, friendsDog, matchId } = await pair(person, {}, options, 'Rex')
  return { ana: friend, rex: friendsDog, ben: me, biscuit: myDog, matchId }
}
type Pair = Awaited<ReturnType<typeof newPair>>

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

/** Adds messages of a dog behind the bark that began the match, faster than a socket could send them. */
export async function fill(server: Server, { matchId, biscuit }: Pair, bodies: string[]): Promise<void> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  const message = { match_id: matchId, sender_dog_id: biscuit.id }
  await db
    .insertInto('messages')
    .values(bodies.map((body, index) => ({ ...message, seq: index + 2, id: randomUUID(), body })))
    .execute()
  await db.destroy()
}
