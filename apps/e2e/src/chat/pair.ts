import { randomUUID } from 'node:crypto'
import { openDatabase } from '@barkyard/db/open'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'
import type { Server } from '../server.ts'

export interface Pair {
  ana: Person
  rex: Dog
  ben: Person
  biscuit: Dog
  matchId: string
}

/** Two people whose dogs, Rex and Biscuit, have a match: Biscuit barked. */
export async function newPair(person: () => Promise<Person>): Promise<Pair> {
  const [ana, ben] = await Promise.all([person(), person()])
  const [rex, biscuit] = await Promise.all([
    ana.dog({ name: 'Rex' }),
    ben.dog({ name: 'Biscuit', breed: 'Golden Retriever' }),
  ])
  return { ana, rex, ben, biscuit, matchId: await ben.bark(rex) }
}

export const bubbles = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
export const field = (page: Page) => page.getByPlaceholder('Type a message...')

/** The messages of a match as the server stored them. */
export const stored = (person: Person, matchId: string) => person.call<Message[]>('GET', `/messages/${matchId}`)

/** Sends `bodies` in this order as a dog, over a separate socket in the window `page`. */
export const speak = (page: Page, as: { userId: string; dogId: string; matchId: string }, bodies: string[]) =>
  page.evaluate(
    async ({ userId, dogId, matchId, bodies }) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`)
      await new Promise(resolve => socket.addEventListener('open', resolve))
      const received = new Promise<void>((resolve, reject) => {
        let left = bodies.length
        socket.addEventListener('message', event => {
          const frame: { type: string; message: unknown } = JSON.parse(event.data)
          if (frame.type === 'error') reject(new Error(String(frame.message)))
          left -= 1
          if (left === 0) resolve()
        })
      })
      socket.send(JSON.stringify({ type: 'auth', userId }))
      for (const body of bodies) socket.send(JSON.stringify({ type: 'message', matchId, senderDogId: dogId, body }))
      await received
      socket.close()
    },
    { ...as, bodies },
  )

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
