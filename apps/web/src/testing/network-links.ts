import type { AppRouter } from '@barkyard/api/features/index'
import { ERROR_STATUS, type ErrorReason, REFUSALS } from '@barkyard/domain/errors'
import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { Inputs, Outputs } from '../trpc.ts'

/** "sniff.search" */
type Procedure = { [R in keyof Inputs & string]: `${R}.${keyof Inputs[R] & string}` }[keyof Inputs & string]
type At<Shapes, P> = P extends `${infer R}.${infer K}`
  ? R extends keyof Shapes
    ? K extends keyof Shapes[R]
      ? Shapes[R][K]
      : never
    : never
  : never

/** As our own types write it: an optional field may be undefined. */
type Loose<T> = T extends object
  ? { [K in keyof T]: Loose<T[K]> | (Record<never, never> extends Pick<T, K> ? undefined : never) }
  : T
type Output<P> = Loose<At<Outputs, P>>

/** What the server answers to each call: a value, or a function of the input, which may throw `refuse(…)` or never resolve. */
export type Answers = {
  [P in Procedure]?: Output<P> | ((input: At<Inputs, P>) => Output<P> | Promise<Output<P>>)
}

interface Call {
  path: string
  input: unknown
  /** The dog that it names, whichever is the acting one. */
  dogId: unknown
}

let answers: Answers = {}
let once: Answers = {}
let calls: Call[] = []
let unanswered: string[] = []
const listeners = new Set<{ path: string; hear: (data: unknown) => void }>()
/** What was told before the page listened, as a slow one does late. */
let early: { path: string; data: unknown }[] = []

/** What stands in for the server in the running test. */
export const network = {
  start(first: Answers) {
    answers = { ...first }
    once = {}
    calls = []
    unanswered = []
    early = []
  },
  /** Changes some answers from now on. */
  answer: (more: Answers) => Object.assign(answers, more),
  /** Changes some answers from now on, and has the page ask again. */
  change(more: Answers) {
    Object.assign(answers, more)
    tell('live.events', { type: 'refresh' })
  },
  /** Answers the next call of each of some procedures. */
  answerOnce: (more: Answers) => Object.assign(once, more),
  /** The inputs of all calls of a procedure so far. */
  calls: <P extends Procedure>(path: P) =>
    calls.filter(call => call.path === path).map(call => call.input as At<Inputs, P>),
  /** All calls so far, in their order. */
  allCalls: () => [...calls],
  unanswered: () => unanswered,
  /** Tells the page what has happened, as the socket does. */
  emit: (event: LiveEvent) => tell('live.events', event),
  /** Tells a dog's page that the dog has changed. */
  emitDog: () => tell('live.dog', { type: 'changed' }),
}

function tell(path: string, data: unknown) {
  const hearing = [...listeners].filter(listener => listener.path === path)
  if (hearing.length === 0) early.push({ path, data })
  for (const { hear } of hearing) hear(data)
}

/** A refusal as the server words it. */
export function refuse(reason: ErrorReason) {
  const { code, message } = REFUSALS[reason]
  const data = { code, message, reason, httpStatus: ERROR_STATUS[code] }
  return TRPCClientError.from<AppRouter>({ error: { code: -32_000, message, data } } as never)
}

/** An answer that comes when the test says so. */
export function held<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}

/** A call that did not reach the server. */
export const unreachable = () => TRPCClientError.from<AppRouter>(new TypeError('Failed to fetch'))

/** An answer that is none: the server is out of reach. */
export const fails = () => Promise.reject(unreachable())

/** An answer that refuses. */
export const refuses = (reason: ErrorReason) => () => Promise.reject(refuse(reason))

/** An answer that changes others, as a write does. */
export const writes =
  <T = { ok: true }>(more: Answers, output = { ok: true } as T) =>
  () => {
    network.answer(more)
    return output
  }

async function answerTo({ path, input, context: { dogId } }: Operation): Promise<unknown> {
  calls.push({ path, input, dogId })
  const answer = (once as Record<string, unknown>)[path] ?? (answers as Record<string, unknown>)[path]
  delete once[path as Procedure]
  if (answer === undefined) {
    unanswered.push(path)
    throw unreachable()
  }
  return structuredClone(typeof answer === 'function' ? await answer(input) : answer)
}

/** Stands in for the app's links, by an alias of vitest.config.ts. */
export const networkLinks = (): TRPCLink<AppRouter>[] => [
  () =>
    ({ op }) =>
      observable(observer => {
        if (op.type === 'subscription') {
          const hear = (data: unknown) => observer.next({ result: { type: 'data', data } })
          const listener = { path: op.path, hear }
          listeners.add(listener)
          const missed = early.filter(one => one.path === op.path)
          early = early.filter(one => one.path !== op.path)
          for (const { data } of missed) hear(data)
          return () => void listeners.delete(listener)
        }
        answerTo(op).then(
          data => {
            observer.next({ result: { type: 'data', data } })
            observer.complete()
          },
          error => observer.error(error),
        )
      }),
]
