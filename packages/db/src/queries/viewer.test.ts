import type { DogViewer, Owner, Viewer } from '@barkyard/domain/visibility'
import { expectTypeOf, test } from 'vitest'
import type { sniffPage } from './sniff/sniff.ts'
import type { widerSearch } from './sniff/wider.ts'

/** Who looks, in the one place where a query is told: its second parameter, or in that of a search. */
type Looks<Q> = Q extends (db: never, viewer: infer V, ...more: never[]) => unknown
  ? V extends { viewer: infer W }
    ? W
    : V
  : undefined
/** The queries of a module that may be called without saying who looks. */
type Unsaid<M> = { [Q in keyof M]: [Looks<M[Q]>] extends [Viewer] ? never : Q }[keyof M]

test('a query that answers what somebody may see cannot be called without saying who looks', () => {
  expectTypeOf<Looks<typeof sniffPage>>().toEqualTypeOf<Owner>()
  expectTypeOf<Looks<typeof widerSearch>>().toEqualTypeOf<Owner>()
  expectTypeOf<Unsaid<typeof import('./matches/matches.ts')>>().toBeNever()
  expectTypeOf<Unsaid<typeof import('./playdates/lists.ts')>>().toBeNever()
  expectTypeOf<Unsaid<typeof import('./playdates/moves.ts')>>().toBeNever()
  expectTypeOf<Unsaid<typeof import('./walks/archive.ts')>>().toBeNever()
  expectTypeOf<Unsaid<typeof import('./skips/skips.ts')>>().toBeNever()
  expectTypeOf<Unsaid<typeof import('./blocks/blocks.ts')>>().toBeNever()
  expectTypeOf<Unsaid<typeof import('./notifications/seen.ts')>>().toBeNever()
  // Beside these: what is one's own, makes something or is a part of others.
  type Parts = 'walkShape' | 'isFit' | 'hasPlace' | 'isNear'
  expectTypeOf<Unsaid<typeof import('./walks/walks.ts')>>().toEqualTypeOf<Parts>()
  expectTypeOf<Unsaid<typeof import('./walks/changes.ts')>>().toEqualTypeOf<'makeNextWalk'>()
  expectTypeOf<Unsaid<typeof import('./blocks/end-matches.ts')>>().toEqualTypeOf<
    'matchesBetween' | 'endMatches' | 'callOffAll'
  >()
  type Own = 'openCalendarFeed' | 'closeCalendarFeed' | 'findCalendarFeed' | 'findCalendarOwner'
  expectTypeOf<Unsaid<typeof import('./calendar/calendar.ts')>>().toEqualTypeOf<Own>()
})

test('nobody is not a viewer', () => {
  expectTypeOf<null>().not.toExtend<Viewer>()
  expectTypeOf<{ kind: 'owner'; userId: null }>().not.toExtend<Viewer>()
  expectTypeOf<{ kind: 'dog'; userId: string; dogId: null }>().not.toExtend<DogViewer>()
})
