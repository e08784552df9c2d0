import type pg from 'pg'
import { startProduct } from './servers.ts'

/** A match with the owners and the dogs of both sides. */
export interface Talk {
  match_id: string
  users: [string, string]
  dogs: [string, string]
}

export interface Talker {
  cookie: string
  userId: string
  dogId: string
}
export interface Pair {
  matchId: string
  /** The first writes, the second listens. */
  talkers: [Talker, Talker]
}

/** Matches of so many owners, no owner in two of them, with the dogs of the match active. */
export async function matchesOfOwners(client: pg.Client, owners: number): Promise<Talk[]> {
  const { rows } = await client.query<Talk>(
    `SELECT m.id AS match_id, ARRAY[a.user_id, b.user_id]::text[] AS users, ARRAY[a.id, b.id]::text[] AS dogs
     FROM matches m JOIN dogs a ON a.id = m.dog_a_id JOIN dogs b ON b.id = m.dog_b_id WHERE a.user_id <> b.user_id ORDER BY m.id`,
  )
  const taken = new Set<string>()
  const talks: Talk[] = []
  for (const talk of rows) {
    if (talks.length * 2 >= owners) break
    if (talk.users.some(user => taken.has(user))) continue
    for (const user of talk.users) taken.add(user)
    talks.push(talk)
  }
  for (const side of [0, 1])
    await client.query(
      'UPDATE users SET active_dog_id = dog FROM unnest($1::uuid[], $2::uuid[]) AS t (id, dog) WHERE users.id = t.id',
      [talks.map(({ users }) => users[side]), talks.map(({ dogs }) => dogs[side])],
    )
  return talks
}

/** Starts the product with both owners of these matches signed in. */
export async function startTalking(url: string, talks: readonly Talk[]) {
  const server = await startProduct(
    url,
    talks.flatMap(({ users }) => users),
  )
  const pairs = talks.map(({ match_id, users, dogs }, index): Pair => {
    const talker = (side: 0 | 1): Talker => ({
      cookie: server.cookies[index * 2 + side] ?? '',
      userId: users[side],
      dogId: dogs[side],
    })
    return { matchId: match_id, talkers: [talker(0), talker(1)] }
  })
  return { server, pairs }
}
