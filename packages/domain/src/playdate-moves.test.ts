import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInPark, type PlanPark } from './parks.ts'
import {
  afterMove,
  isGoingOn,
  overlap,
  type PlaydateMove,
  type PlaydateState,
  refusalOf,
  turnOf,
} from './playdate-moves.ts'

const MINUTE = 60_000
const START = Date.parse('2030-06-01T16:00:00Z')
const at = (minutes: number) => new Date(START + minutes * MINUTE)
const iso = (minutes: number) => at(minutes).toISOString()

const proposed: PlaydateState = {
  whenTs: iso(0),
  ...builtInPark('Dolores Park'),
  notes: 'Fetch',
  status: 'proposed',
  proposerDogId: 'ada',
  revision: 1,
  changes: null,
  cancelledAt: null,
  cancelReason: null,
  cancelledByDogId: null,
  was: null,
  signals: [],
}
const accepted: PlaydateState = { ...proposed, status: 'accepted', revision: 2 }
const withOffer: PlaydateState = {
  ...accepted,
  changes: { whenTs: iso(60), ...builtInPark('Dolores Park'), notes: 'Fetch', byDogId: 'bo' },
}
const declined: PlaydateState = { ...proposed, status: 'declined', revision: 2 }
const cancelled: PlaydateState = { ...declined, cancelledAt: iso(-100), cancelReason: 'busy', cancelledByDogId: 'bo' }

const later: PlaydateMove = { type: 'counter', terms: { whenTs: iso(60) } }
const accept: PlaydateMove = { type: 'answer', accept: true }
const yes: PlaydateMove = { type: 'answer-change', accept: true }
const no: PlaydateMove = { type: 'answer-change', accept: false }
const cancel: PlaydateMove = { type: 'cancel', reason: 'busy' }
const here: PlaydateMove = { type: 'here' }
const notHere: PlaydateMove = { type: 'not-here' }
const phrase: PlaydateMove = { type: 'phrase', phrase: 'thank-you' }
const recap: PlaydateMove = { type: 'recap' }

const STATES = { proposed, accepted, withOffer, declined, cancelled }
const DAY = 24 * 60

/** What each side may do in each state at each time: `null` = allowed. */
const TABLE: [keyof typeof STATES, PlaydateMove, 'ada' | 'bo', number, ReturnType<typeof refusalOf>][] = [
  ['proposed', accept, 'bo', -DAY, null],
  ['proposed', accept, 'bo', DAY, null],
  ['proposed', accept, 'ada', -DAY, 'not-invited'],
  ['accepted', accept, 'bo', -DAY, 'already-answered'],
  ['declined', accept, 'bo', -DAY, 'already-answered'],
  ['cancelled', accept, 'ada', -DAY, 'not-invited'],
  ['proposed', later, 'ada', -DAY, null],
  ['proposed', later, 'bo', 0, null],
  ['proposed', later, 'bo', 1, 'has-begun'],
  ['accepted', later, 'ada', -DAY, null],
  ['withOffer', later, 'bo', -DAY, null],
  ['accepted', later, 'bo', 1, 'has-begun'],
  ['declined', later, 'bo', -DAY, 'already-declined'],
  ['cancelled', later, 'bo', -DAY, 'already-cancelled'],
  ['proposed', yes, 'bo', -DAY, 'no-change'],
  ['accepted', yes, 'ada', -DAY, 'no-change'],
  ['withOffer', yes, 'ada', -DAY, null],
  ['withOffer', yes, 'bo', -DAY, 'own-change'],
  ['withOffer', yes, 'ada', 59, null],
  ['withOffer', yes, 'ada', 60, 'time-passed'],
  ['withOffer', no, 'ada', DAY, null],
  ['withOffer', no, 'bo', -DAY, null],
  ['proposed', cancel, 'ada', -DAY, null],
  ['proposed', cancel, 'bo', -DAY, null],
  ['accepted', cancel, 'bo', 0, null],
  ['accepted', cancel, 'ada', 1, 'has-begun'],
  ['declined', cancel, 'ada', -DAY, 'already-declined'],
  ['cancelled', cancel, 'ada', -DAY, 'already-cancelled'],
  ['proposed', here, 'ada', 0, 'not-accepted'],
  ['cancelled', here, 'ada', 0, 'not-accepted'],
  ['accepted', here, 'ada', -60.01, 'outside-window'],
  ['accepted', here, 'ada', -60, null],
  ['accepted', { type: 'late', minutes: 10 }, 'bo', 60, null],
  ['accepted', { type: 'late', minutes: 10 }, 'bo', 60.01, 'outside-window'],
  ['proposed', phrase, 'ada', 0, 'not-accepted'],
  ['accepted', phrase, 'ada', -DAY - 0.01, 'outside-phrase-window'],
  ['accepted', phrase, 'ada', -DAY, null],
  ['accepted', phrase, 'ada', 60, null],
  ['accepted', phrase, 'ada', 60.01, 'outside-phrase-window'],
  ['accepted', recap, 'ada', 0, 'not-begun'],
  ['accepted', recap, 'ada', 1, null],
  ['withOffer', recap, 'bo', 14 * DAY, null],
  ['accepted', recap, 'bo', 14 * DAY + 1, 'recap-closed'],
  ['proposed', recap, 'bo', 60, 'not-accepted'],
]

test.each(TABLE)('%s: %j by %s after %d minutes: %s', (state, move, dogId, minutes, refusal) => {
  expect(refusalOf(STATES[state], dogId, move, at(minutes))).toBe(refusal)
})

test('it is the turn of the side that did not make the last offer', () => {
  expect(['ada', 'bo'].map(dog => turnOf(proposed, dog))).toEqual(['theirs', 'ours'])
  expect(['ada', 'bo'].map(dog => turnOf(withOffer, dog))).toEqual(['ours', 'theirs'])
  expect(turnOf(accepted, 'ada')).toBeNull()
})

describe('a counter', () => {
  const after = (state: PlaydateState, dogId: string, move: PlaydateMove) => afterMove(state, dogId, move, at(-DAY))

  test('to a proposal changes its terms and proposer; to an agreed playdate it is a requested change', () => {
    const was = { whenTs: iso(0), ...builtInPark('Dolores Park'), notes: 'Fetch' }
    const countered = { ...proposed, whenTs: iso(60), proposerDogId: 'bo', revision: 2, was }
    expect(after(proposed, 'bo', later)).toEqual({ playdate: countered, action: { kind: 'countered' } })
    // What was before is kept until it is answered.
    expect(after(after(proposed, 'bo', later).playdate, 'ada', accept).playdate.was).toBeNull()
    const offered = { playdate: { ...withOffer, revision: 3 }, action: { kind: 'counter-offered' } }
    expect(after(accepted, 'bo', later)).toEqual(offered)
  })

  test('with unchanged terms, or in the past, is refused', () => {
    const same: PlaydateMove = { type: 'counter', terms: { whenTs: '2030-06-01T09:00:00-07:00', notes: 'Fetch' } }
    expect(refusalOf(proposed, 'bo', same, at(-DAY))).toBe('same-terms')
    const past: PlaydateMove = { type: 'counter', terms: { whenTs: iso(-30) } }
    expect(refusalOf(proposed, 'bo', past, at(-10))).toBe('time-passed')
  })

  test('that is repeated changes nothing', () => {
    expect(after(withOffer, 'bo', later).playdate).toBe(withOffer)
    expect(after(withOffer, 'ada', later).playdate.changes?.byDogId).toBe('ada')
  })

  test('replaces an earlier suggestion of either side, based on the agreed terms', () => {
    const elsewhere: PlaydateMove = { type: 'counter', terms: { park: builtInPark('Fort Funston') } }
    const changes = { whenTs: iso(0), parkName: 'Fort Funston', notes: 'Fetch' }
    for (const byDogId of ['ada', 'bo'])
      expect(after(withOffer, byDogId, elsewhere).playdate.changes).toMatchObject({ ...changes, byDogId })
  })
})

test('“here” can be taken back for a minute, by the side that said it', () => {
  const there = afterMove(accepted, 'ada', here, at(0)).playdate
  expect(refusalOf(there, 'ada', notHere, at(1))).toBeNull()
  expect(afterMove(there, 'ada', notHere, at(1)).playdate.signals).toEqual([])
  expect(refusalOf(there, 'bo', notHere, at(1))).toBe('not-taken-back')
  expect(refusalOf(there, 'ada', notHere, at(1.1))).toBe('not-taken-back')
  expect(refusalOf(accepted, 'ada', notHere, at(0))).toBe('not-taken-back')
})

test('who is late or there is forgotten with another time or park, and stays with another title', () => {
  const late = afterMove(accepted, 'ada', { type: 'late', minutes: 10 }, at(-30)).playdate
  const agreed = (terms: { whenTs?: string; park?: PlanPark; notes?: string }) => {
    const asked = afterMove(late, 'bo', { type: 'counter', terms }, at(-20)).playdate
    return afterMove(asked, 'ada', yes, at(-10)).playdate.signals
  }
  expect([agreed({ whenTs: iso(60) }), agreed({ park: builtInPark('Crissy Field') })]).toEqual([[], []])
  expect(agreed({ notes: 'Frisbee' })).toEqual(late.signals)
})

test('the other side hears that a change is declined, not that it is taken back', () => {
  const declining = afterMove(withOffer, 'ada', no, at(-100))
  expect(declining).toMatchObject({ playdate: { changes: null }, action: { kind: 'answered', accepted: false } })
  const takingBack = afterMove(withOffer, 'bo', no, at(-100))
  expect([takingBack.playdate.changes, takingBack.action]).toEqual([null, null])
})

test('a playdate lasts an hour, and two overlap if they share a moment', () => {
  expect([0, 1, 59, 60].map(minutes => isGoingOn(proposed, at(minutes)))).toEqual([false, true, true, false])
  const shares = [59, 60, -59, -60].map(minutes => overlap(proposed, { whenTs: iso(minutes) }))
  expect(shares).toEqual([true, false, true, false])
})

const dogId = fc.constantFrom('ada', 'bo')
const park = fc.constantFrom(builtInPark('Crissy Field'), builtInPark('Dolores Park'))
const terms = fc.record({ whenTs: fc.integer({ min: -200, max: 200 }).map(iso), park }, { requiredKeys: [] })
const move: fc.Arbitrary<PlaydateMove> = fc.oneof(
  fc.record({ type: fc.constant('answer' as const), accept: fc.boolean() }),
  fc.record({ type: fc.constant('counter' as const), terms }),
  fc.record({ type: fc.constant('answer-change' as const), accept: fc.boolean() }),
  fc.record({ type: fc.constant('late' as const), minutes: fc.constantFrom(5 as const, 10 as const) }),
  fc.constantFrom(cancel, here, notHere, recap),
)
const steps = fc.array(fc.record({ dogId, move, minutes: fc.integer({ min: 0, max: 60 }) }), { maxLength: 30 })

test('any sequence of moves leaves a valid playdate', () => {
  fc.assert(
    fc.property(steps, tried => {
      let playdate = proposed
      let minutes = -200
      for (const step of tried) {
        minutes += step.minutes
        const now = at(minutes)
        const refusal = refusalOf(playdate, step.dogId, step.move, now)
        if (refusal) continue
        const { playdate: next, action } = afterMove(playdate, step.dogId, step.move, now)
        const isSignal = ['late', 'here', 'not-here', 'recap'].includes(step.move.type)
        // Changes of the terms, status or requested change increase the revision by one, and nothing else does.
        expect(next.revision - playdate.revision).toBe(next === playdate || isSignal ? 0 : 1)
        if (next === playdate) expect(action).toBeNull()
        // A cancelled playdate stays cancelled. A requested change exists only beside agreed terms, and differs from them.
        if (playdate.status === 'declined') expect(next).toBe(playdate)
        expect(next.cancelledAt === null).toBe(next.cancelReason === null)
        if (next.cancelledAt !== null) expect(next.status).toBe('declined')
        if (next.changes) expect(next.status).toBe('accepted')
        expect(next.cancelledAt === null).toBe(next.cancelledByDogId === null)
        // What a proposal said before stands beside it until it is answered.
        if (next.was) expect(next.status).toBe('proposed')
        // Only one side has to answer.
        const turns = ['ada', 'bo'].map(id => turnOf(next, id) ?? 'nobody’s').sort()
        expect(['ours theirs', 'nobody’s nobody’s']).toContain(turns.join(' '))
        // Each side has at most one signal of a kind.
        const kinds = next.signals.map(signal => `${signal.dogId} ${signal.kind}`)
        expect(new Set(kinds).size).toBe(kinds.length)
        playdate = next
      }
    }),
    { numRuns: 2_000 },
  )
})
