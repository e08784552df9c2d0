import { explore, SEED } from '@barkyard/db/testing/explore'
import { builtInPark } from '@barkyard/domain/parks'
import { afterMove, type PlaydateMove, type PlaydateState, refusalOf } from '@barkyard/domain/playdate-moves'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { annAndBob, ownerWithDog, type Person } from '../client.ts'
import { iso, MINUTE } from '../times.ts'

let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })

/** A move; of other terms, how many minutes ahead the time is, or null for another park. */
type Tried = Exclude<PlaydateMove, { type: 'counter' }> | { type: 'counter'; ahead: number | null }
const answer = fc.record({ type: fc.constantFrom('answer' as const, 'answer-change' as const), accept: fc.boolean() })
const counter = fc.record({
  type: fc.constant('counter' as const),
  ahead: fc.option(fc.integer({ min: 5, max: 300 }), { freq: 3 }),
})
const other = fc.constantFrom<Tried>(
  { type: 'cancel', reason: 'busy' },
  { type: 'late', minutes: 10 },
  { type: 'here' },
)
const step = fc.record({
  by: fc.constantFrom('ann' as const, 'bob' as const),
  tried: fc.oneof({ weight: 4, arbitrary: answer }, { weight: 2, arbitrary: counter }, { weight: 3, arbitrary: other }),
  /** Whether the move names the revision that its sender has read last. */
  names: fc.boolean(),
  /** Whether the answer is lost: the sender learns nothing from it, but the move has taken effect. */
  lost: fc.integer({ min: 0, max: 5 }).map(n => n === 0),
  /** Minutes that pass before the move. */
  pause: fc.constantFrom(0, 0, 1, 10, 30, 90),
})

function moveOf(tried: Tried, { parkName }: PlaydateState): PlaydateMove {
  if (tried.type !== 'counter') return tried
  const park = builtInPark(parkName === 'Dolores Park' ? 'Crissy Field' : 'Dolores Park')
  return { type: 'counter', terms: tried.ahead === null ? { park } : { whenTs: iso(clock + tried.ahead * MINUTE) } }
}

/** Sends a move. @returns the reason why it is refused; null if it is not. */
async function send(person: Person, id: string, move: PlaydateMove, revision?: number) {
  const path = `/api/playdates/${id}`
  const { type, ...fields } = move
  const terms = move.type === 'counter' && { whenTs: move.terms.whenTs, parkName: move.terms.park?.parkName }
  const { status, body } =
    move.type === 'answer'
      ? await person.patch<ErrorBody>(path, { status: move.accept ? 'accepted' : 'declined', revision })
      : await person.post<ErrorBody>(`${path}/${type}`, { ...(terms || fields), revision })
  return status === 200 ? null : body.reason
}

/** What the rules say to a move. */
function judge(state: PlaydateState, dogId: string, move: PlaydateMove, revision = state.revision) {
  const now = new Date(clock)
  const refusal = revision === state.revision ? refusalOf(state, dogId, move, now) : 'stale-revision'
  return { refusal, state: refusal === null ? afterMove(state, dogId, move, now).playdate : state }
}

const seen = ({ changes, signals, ...playdate }: PlaydateState | Playdate) => ({
  terms: [playdate.whenTs, playdate.parkId, playdate.notes],
  changes: changes && [changes.whenTs, changes.parkId, changes.notes, changes.byDogId],
  state: [playdate.status, playdate.proposerDogId, playdate.revision],
  cancelled: [playdate.cancelledAt, playdate.cancelReason, playdate.cancelledByDogId],
  signals: signals.map(({ dogId, kind, minutes, at }) => [dogId, kind, minutes, at]),
})

test('any sequence of moves has the result of the rules, and of two at once one is first and the other applies to its result', async () => {
  const { ann, bob, ada, bo, matchId } = await annAndBob(app.url)
  const { owner: stranger } = await ownerWithDog(app.url)
  const people = { ann, bob }
  const dogs = { ann: ada, bob: bo }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.tuple(step, step), async (steps, atOnce) => {
      const proposal = { matchId, whenTs: iso(clock + 90 * MINUTE), parkName: 'Dolores Park' }
      const { body } = await ann.post<Playdate>('/api/playdates', proposal)
      const read = async (person: Person) => seen((await person.get<Playdate>(`/api/playdates/${body.id}`)).body)
      let state: PlaydateState = { ...body, ...builtInPark('Dolores Park'), changes: null, was: null }
      const known = { ann: 1, bob: 1 }
      for (const { by, tried, names, lost, pause } of steps) {
        clock += pause * MINUTE
        const move = moveOf(tried, state)
        const revision = names ? known[by] : undefined
        const expected = judge(state, dogs[by], move, revision)
        expect([by, move, await send(people[by], body.id, move, revision)]).toEqual([by, move, expected.refusal])
        state = expected.state
        if (!lost) known[by] = state.revision
      }
      expect(await send(stranger, body.id, { type: 'here' })).toBe('playdate-not-found')
      for (const person of [ann, bob]) expect(await read(person)).toEqual(seen(state))

      // Both have read the same state. If they name its revision, only one may succeed.
      const sent = atOnce.map(({ by, tried, names }) => ({
        by,
        move: moveOf(tried, state),
        revision: names ? state.revision : undefined,
      }))
      const refusals = await Promise.all(sent.map(one => send(people[one.by], body.id, one.move, one.revision)))
      const inOrder = (...order: readonly number[]) => {
        const expected: unknown[] = []
        let after = state
        for (const nth of order) {
          const { by, move, revision } = sent[nth] as (typeof sent)[number]
          const result = judge(after, dogs[by], move, revision)
          expected[nth] = result.refusal
          after = result.state
        }
        return { refusals: expected, after: seen(after) }
      }
      expect([inOrder(0, 1), inOrder(1, 0)]).toContainEqual({ refusals, after: await read(ann) })
      // Old proposals would reach the match's limit.
      await ann.post(`/api/playdates/${body.id}/cancel`, { reason: 'other' })
    }),
    { numRuns: explore(3, 2_000), seed: SEED, endOnFailure: true },
  )
}, 600_000)
