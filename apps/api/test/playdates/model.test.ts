import { explore, SEED } from '@barkyard/db/testing/explore'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { annAndBob, ownerWithDog, type Person } from '../client.ts'

/**
 * Two owners and a stranger try every move of a playdate in any order, over HTTP, while time passes. A minimal model
 * computes the expected results. Some answers are lost: the next move is based on the state that is read again. Some moves
 * are sent in pairs at once: one order of the two must explain both results.
 */
const RUNS = explore(2, 1_000)

const MINUTE = 60_000
let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })

type Side = 'ann' | 'bob'
interface Model {
  status: 'proposed' | 'accepted' | 'declined'
  proposer: Side
  start: number
  park: string
  wish: { by: Side; start: number; park: string } | null
  isCancelled: boolean
  revision: number
  signals: string[]
}

interface Step {
  by: Side
  verb: 'accept' | 'decline' | 'counter' | 'yes' | 'no' | 'cancel' | 'late' | 'here'
  /** Minutes from now to the suggested time; null suggests another park instead. */
  ahead: number | null
  /** Whether the move names the revision that its sender has read last. */
  names: boolean
  /** Whether the answer is lost. */
  lost: boolean
  /** Minutes that pass before the move. */
  pause: number
}

const step: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom('ann' as const, 'bob' as const),
  verb: fc.constantFrom('accept', 'decline', 'counter', 'counter', 'yes', 'no', 'cancel', 'late', 'here'),
  ahead: fc.option(fc.integer({ min: 5, max: 300 }), { freq: 3 }),
  names: fc.boolean(),
  lost: fc.integer({ min: 0, max: 5 }).map(n => n === 0),
  pause: fc.constantFrom(0, 0, 1, 10, 30, 90),
})

const iso = (ms: number) => new Date(ms).toISOString()
const PARKS = ['Dolores Park', 'Crissy Field']

/**
 * The expected answer and the expected playdate after it.
 * @param read the park that the sender has read: a different one is suggested.
 */
function expected(
  model: Model,
  { by, verb, ahead }: Step,
  { isStale, read = model.park }: { isStale: boolean; read?: string },
): { status: number; model: Model } {
  const refuse = (status: number) => ({ status, model })
  const take = (changed: Partial<Model>, raises = true) => ({
    status: 200,
    model: { ...model, ...changed, revision: model.revision + (raises ? 1 : 0) },
  })
  const hasBegun = model.start < clock
  if (isStale) return refuse(409)
  switch (verb) {
    case 'accept':
    case 'decline':
      if (model.proposer === by) return refuse(403)
      return model.status === 'proposed' ? take({ status: verb === 'accept' ? 'accepted' : 'declined' }) : refuse(409)
    case 'counter': {
      if (model.status === 'declined' || hasBegun) return refuse(409)
      const start = ahead === null ? model.start : clock + ahead * MINUTE
      const park = ahead === null ? otherPark(read) : model.park
      if (start === model.start && park === model.park) return refuse(409)
      if (start <= clock) return refuse(409)
      if (model.status === 'proposed') return take({ proposer: by, start, park })
      const { wish } = model
      if (wish?.by === by && wish.start === start && wish.park === park) return take({}, false)
      return take({ wish: { by, start, park } })
    }
    case 'yes':
      if (model.status !== 'accepted' || !model.wish) return refuse(409)
      if (model.wish.by === by) return refuse(403)
      if (model.wish.start <= clock) return refuse(409)
      return take({ start: model.wish.start, park: model.wish.park, wish: null, signals: [] })
    case 'no':
      return model.status === 'accepted' && model.wish ? take({ wish: null }) : refuse(409)
    case 'cancel':
      if (model.status === 'declined' || hasBegun) return refuse(409)
      return take({ status: 'declined', isCancelled: true, wish: null })
    case 'late':
    case 'here': {
      if (model.status !== 'accepted' || Math.abs(clock - model.start) > 60 * MINUTE) return refuse(409)
      const signal = `${by} ${verb}`
      return take(model.signals.includes(signal) ? {} : { signals: [...model.signals, signal] }, false)
    }
  }
}
const otherPark = (park: string) => PARKS.find(one => one !== park) ?? ''

interface Scene {
  people: Record<Side, Person>
  dogs: Record<Side, string>
  stranger: Person
  matchId: string
}

let scene: Promise<Scene> | undefined
async function makeScene(): Promise<Scene> {
  const { ann, bob, ada, bo, matchId } = await annAndBob(app.url)
  const { owner: stranger } = await ownerWithDog(app.url)
  return { people: { ann, bob }, dogs: { ann: ada, bob: bo }, stranger, matchId }
}

function send(person: Person, id: string, { verb, ahead }: Step, park: string, revision: number | undefined) {
  const path = `/api/playdates/${id}`
  const post = (action: string, body: object) => person.post<Playdate>(`${path}/${action}`, { ...body, revision })
  switch (verb) {
    case 'accept':
    case 'decline':
      return person.patch<Playdate>(path, { status: verb === 'accept' ? 'accepted' : 'declined', revision })
    case 'counter':
      return post('counter', ahead === null ? { parkName: otherPark(park) } : { whenTs: iso(clock + ahead * MINUTE) })
    case 'yes':
    case 'no':
      return post('answer-change', { accept: verb === 'yes' })
    case 'cancel':
      return post('cancel', { reason: 'busy' })
    case 'late':
      return post('late', { minutes: 10 })
    case 'here':
      return post('here', {})
  }
}

/** The playdate as one side reads it. */
const read = async (person: Person, id: string) => (await person.get<Playdate>(`/api/playdates/${id}`)).body

/** The fields of a playdate that the model has. */
function seen(playdate: Playdate, { dogs }: Scene): Model {
  const side = (dogId: string): Side => (dogId === dogs.ann ? 'ann' : 'bob')
  const { changes } = playdate
  return {
    status: playdate.status,
    proposer: side(playdate.proposerDogId),
    start: Date.parse(playdate.whenTs),
    park: playdate.parkName,
    revision: playdate.revision,
    wish: changes && { by: side(changes.byDogId), start: Date.parse(changes.whenTs), park: changes.parkName },
    isCancelled: playdate.cancelledAt !== null,
    signals: playdate.signals.map(({ dogId, kind }) => `${side(dogId)} ${kind}`),
  }
}

/** A new proposal of Ann's, an hour and a half ahead; whole milliseconds, as they are answered. */
async function propose({ people, matchId }: Scene): Promise<{ id: string; model: Model }> {
  const start = clock + 90 * MINUTE
  const proposal = { matchId, whenTs: iso(start), parkName: PARKS[0] }
  const { status, body } = await people.ann.post<Playdate>('/api/playdates', proposal)
  expect(status).toBe(200)
  const plan = { proposer: 'ann' as const, start, park: PARKS[0] ?? '', wish: null }
  return { id: body.id, model: { ...plan, status: 'proposed', isCancelled: false, revision: 1, signals: [] } }
}

/** Removes old proposals, which would reach the match's limit. */
const close = ({ people }: Scene, id: string) => people.ann.post(`/api/playdates/${id}/cancel`, { reason: 'other' })

test('any sequence of moves has the result that the rules define', async () => {
  scene ??= makeScene()
  const all = await scene
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
      let { id, model } = await propose(all)
      const known: Record<Side, number> = { ann: 1, bob: 1 }
      for (const one of steps) {
        clock += one.pause * MINUTE
        const revision = one.names ? known[one.by] : undefined
        const { status, model: next } = expected(model, one, {
          isStale: revision !== undefined && revision !== model.revision,
        })
        const answer = await send(all.people[one.by], id, one, model.park, revision)
        // The sender learns nothing from a lost answer, but the move has taken effect.
        if (!one.lost) {
          expect({ one, status: answer.status }).toEqual({ one, status })
          if (status === 200) known[one.by] = next.revision
          if (answer.status === 409) known[one.by] = model.revision
        }
        model = next
      }
      for (const one of steps.slice(0, 1))
        expect((await send(all.stranger, id, one, model.park, undefined)).status).toBe(404)
      const [mine, theirs] = await Promise.all([read(all.people.ann, id), read(all.people.bob, id)])
      expect(seen(mine, all)).toEqual(model)
      expect(theirs).toEqual(mine)
      await close(all, id)
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
}, 600_000)

test('of two simultaneous moves one is first, and the other applies to its result', async () => {
  scene ??= makeScene()
  const all = await scene
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 3 }), step, step, async (before, one, two) => {
      let { id, model } = await propose(all)
      for (const earlier of before) {
        const { model: next } = expected(model, earlier, { isStale: false })
        await send(all.people[earlier.by], id, earlier, model.park, undefined)
        model = next
      }
      const sent = [one, two]
      // Both have read the same state. If they name its revision, only one may succeed.
      const revisionOf = ({ names }: Step) => (names ? model.revision : undefined)
      const statuses = (
        await Promise.all(sent.map(move => send(all.people[move.by], id, move, model.park, revisionOf(move))))
      ).map(({ status }) => status)
      const after = seen(await read(all.people.ann, id), all)
      const order = (indexes: readonly [number, number]) => {
        const outcome = [0, 0]
        let state = model
        for (const index of indexes) {
          const move = sent[index] as Step
          const isStale = move.names && state.revision !== model.revision
          const result = expected(state, move, { isStale, read: model.park })
          outcome[index] = result.status
          state = result.model
        }
        return { statuses: outcome, after: state }
      }
      expect([order([0, 1]), order([1, 0])]).toContainEqual({ statuses, after })
      await close(all, id)
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
}, 600_000)
