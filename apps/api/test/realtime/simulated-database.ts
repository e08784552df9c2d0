import type { Chance } from '@barkyard/art/random'
import type { NewMessage, StoredMessage, StoreRefusal } from '@barkyard/db/queries/messages/messages'
import type { Gap, MissedMessage } from '@barkyard/db/queries/messages/missed-messages'
import { databaseError } from '@barkyard/db/testing/database-error'
import type { MessageQueries } from '../../src/platform/realtime/message-queries.ts'
import type { SimulatedProcess, SimulatedTime } from './simulated-time.ts'

export interface SimulatedMatch {
  id: string
  dogIds: [string, string]
  userIds: [string, string]
}

interface Row {
  id: string
  matchId: string
  seq: number
  senderDogId: string
  body: string
  clientId: string | null
  /** When it was stored, in simulated time, and when others began to see it. */
  storedAt: number
  committedAt: number
}

const connectionLost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
const connectionRefused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/**
 * Messages as the SQL stores and reads them: numbered without gaps, seen after their commit, a locked match left out, a
 * client id stored once. Connections break at any point, and the statement may commit all the same.
 */
export class SimulatedDatabase {
  /** Refuses connections. */
  isUnavailable = false
  /** Chance that a statement's connection breaks. */
  breaks = 0
  /** In the order of storing: each match's in the order of its numbers. */
  readonly rows: Row[] = []
  readonly #time: SimulatedTime
  readonly #chance: Chance
  readonly #matches: ReadonlyMap<string, SimulatedMatch>
  readonly #locked = new Set<string>()
  /** The database's clock and the simulation's, in ms since 1970. */
  readonly #epoch: number

  constructor(time: SimulatedTime, chance: Chance, matches: readonly SimulatedMatch[]) {
    this.#time = time
    this.#chance = chance
    this.#matches = new Map(matches.map(match => [match.id, match]))
    this.#epoch = Date.parse('2026-01-01T00:00:00Z') + chance.between(0, 1_000_000)
  }

  /** The queries of one process. */
  queriesOf(process: SimulatedProcess): MessageQueries {
    return {
      storeMessages: batch => this.#ask(process, () => this.#store(batch)),
      findStored: sent =>
        this.#read(process, () =>
          this.#committed()
            .filter(row => sent.some(({ id, matchId }) => id === row.id && matchId === row.matchId))
            .map(row => this.#toStored(row, true)),
        ),
      messagesSince: ({ userIds, dogIds, ageMs, limit }) =>
        this.#read(process, () => {
          const found = this.#committed().filter(row => {
            const match = this.#match(row.matchId)
            const isTheirs =
              match.dogIds.some(id => dogIds.includes(id)) || match.userIds.some(id => userIds.includes(id))
            return isTheirs && row.storedAt > this.#time.now - ageMs
          })
          return found.length > limit ? 'too many' : found.map(row => this.#toMissed(row))
        }),
      messagesInGaps: gaps =>
        this.#read(process, () =>
          this.#committed()
            .filter(row => gaps.some(gap => this.#isInGap(row, gap)))
            .map(row => this.#toMissed(row)),
        ),
      readClock: () => this.#read(process, () => this.#epoch + this.#time.now),
    }
  }

  /** Everything that is committed of a match, as a page reads it. */
  messagesOf(matchId: string): Row[] {
    return this.#committed().filter(row => row.matchId === matchId)
  }

  /** Another transaction locks a match for a while. */
  lock(matchId: string, ms: number): void {
    if (this.#locked.has(matchId)) return
    this.#locked.add(matchId)
    this.#time.after(ms, () => this.#locked.delete(matchId))
  }

  #isInGap(row: Row, { matchId, after, before, ageMs }: Gap): boolean {
    return row.matchId === matchId && row.seq > after && row.seq < before && row.storedAt > this.#time.now - ageMs
  }

  #match(id: string): SimulatedMatch {
    const match = this.#matches.get(id)
    if (!match) throw new Error(`No match ${id}`)
    return match
  }

  #committed(): Row[] {
    return this.rows.filter(({ committedAt }) => committedAt <= this.#time.now)
  }

  #latency(): number {
    const chance = this.#chance.next()
    if (chance < 0.9) return this.#chance.between(0.1, 2)
    return this.#chance.between(2, chance < 0.98 ? 20 : 150)
  }

  /** Numbers the messages, and holds the locks of their matches until the commit. */
  async #store(batch: readonly NewMessage[]): Promise<(StoredMessage | StoreRefusal)[]> {
    const chance = this.#chance.next()
    if (chance < 0.01) throw databaseError('40P01')
    const others = new Set(batch.map(({ matchId }) => matchId).filter(matchId => this.#locked.has(matchId)))
    const mine = new Set(batch.map(({ matchId }) => matchId).filter(matchId => !others.has(matchId)))
    for (const matchId of mine) this.#locked.add(matchId)
    const rollsBack = this.#chance.next() < 0.01
    const committedAt = this.#time.now + this.#chance.between(0.2, this.#chance.next() < 0.95 ? 5 : 80)
    const before = this.rows.length
    const answer = batch.map(message => (others.has(message.matchId) ? 'locked' : this.#insert(message, committedAt)))
    if (rollsBack) this.rows.length = before
    await this.#time.sleep(committedAt - this.#time.now)
    for (const matchId of mine) this.#locked.delete(matchId)
    if (rollsBack) throw databaseError('40001')
    return answer
  }

  #insert(
    { id = '', matchId, senderDogId, body, clientId }: NewMessage,
    committedAt: number,
  ): StoredMessage | 'match-not-found' {
    if (!this.#match(matchId).dogIds.includes(senderDogId)) return 'match-not-found'
    const known = this.rows.find(
      row => clientId !== undefined && row.senderDogId === senderDogId && row.clientId === clientId,
    )
    if (known && known.matchId !== matchId && known.committedAt > this.#time.now) throw databaseError('23505')
    if (known) return this.#toStored(known, known.id === id)
    const seq = this.rows.filter(row => row.matchId === matchId).length + 1
    const row = {
      id,
      matchId,
      seq,
      senderDogId,
      body,
      clientId: clientId ?? null,
      storedAt: this.#time.now,
      committedAt,
    }
    this.rows.push(row)
    return this.#toStored(row, true)
  }

  #read<T>(process: SimulatedProcess, read: () => T): Promise<T> {
    return this.#ask(process, async () => read())
  }

  /** Sends a statement there and its answer back. What breaks on the way back has been done. */
  #ask<T>(process: SimulatedProcess, run: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (settle: () => void) => this.#time.after(this.#latency(), () => process.whenFree(settle))
      if (this.isUnavailable) return answer(() => reject(connectionRefused()))
      const breaksOn = this.#chance.next() < this.breaks ? this.#chance.pick(['the way there', 'the way back']) : null
      // A process may see the connection break while its statement still runs.
      if (breaksOn === 'the way back' && this.#chance.next() < 0.5) answer(() => reject(connectionLost()))
      this.#time.after(this.#latency(), () => {
        if (this.isUnavailable || breaksOn === 'the way there') return answer(() => reject(connectionLost()))
        run().then(
          result => answer(() => (breaksOn || this.isUnavailable ? reject(connectionLost()) : resolve(result))),
          error => answer(() => reject(error)),
        )
      })
    })
  }

  #toMissed(row: Row): MissedMessage {
    const { message, clientId, dogIds, userIds, ownDogs } = this.#toStored(row, true)
    const sender = this.#match(row.matchId).userIds[this.#match(row.matchId).dogIds.indexOf(row.senderDogId)] ?? ''
    return {
      message,
      clientId: clientId === null ? null : { userId: sender, value: clientId },
      dogIds,
      userIds,
      ownDogs,
    }
  }

  #toStored({ id, matchId, seq, senderDogId, body, clientId, storedAt }: Row, isNew: boolean): StoredMessage {
    const { dogIds, userIds } = this.#match(matchId)
    return {
      message: {
        id,
        matchId,
        senderDogId,
        body,
        // Whole milliseconds, as the column's text has them.
        createdAt: new Date(Math.floor(this.#epoch + storedAt)).toISOString(),
        seq,
      },
      clientId,
      ownDogs: Object.fromEntries(userIds.map((userId, index) => [userId, dogIds[index] ?? ''])),
      isNew,
      dogIds: [...dogIds],
      userIds: [...userIds],
      notified: [],
    }
  }
}
