import { type Page, positionOf } from '@barkyard/db/queries/paging'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { getTRPCErrorShape, initTRPC } from '@trpc/server'
import type { z } from 'zod'
import {
  actingAsAnotherDog,
  requireActingDog,
  requireCaller,
  requireNotSuspended,
  requireRight,
  requireSession,
} from '../access/requirements.ts'
import type { Caller } from '../access/sessions.ts'
import { AppError, asAppError, errorAnswer, issuesOf, redactError, unwrapOrThrow } from '../errors.ts'
import type { LastingWork, Services, Work } from '../write.ts'
import type { Context } from './context.ts'
import type { Meta } from './meta.ts'

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { body, status } = errorAnswer(error)
      return { ...shape, message: body.message, data: { ...shape.data, ...body, httpStatus: status } }
    },
  })

/** Makes the caller's change: see `Writes`. */
export type CallerWrite = <T>(work: Work<T>) => Promise<T>
/** Makes what outlives the caller's call. @param passwordHash the hash that their password was compared with. */
type CallerWriteLasting = <T>(work: LastingWork<T>, passwordHash?: string | null) => Promise<T>

export const { router } = t

export const errorShape = (error: AppError) =>
  getTRPCErrorShape({ config: t._config, error, type: 'unknown', path: undefined, input: undefined, ctx: undefined })

/**
 * An output schema for results that are built field by field. It types the procedure and its document but is not checked
 * at each call, which would be a tenth of the cost of a long list. Tests check every answer against its schema instead.
 */
export const trustedOutput = <S extends z.ZodType>(schema: S): S =>
  Object.assign(schema.clone(), { parseAsync: async (answer: z.output<S>) => answer })

/** The output of calls that answer nothing else than that they succeeded, whatever they return. */
export const doneOutput = Object.assign(doneSchema.clone(), {
  parseAsync: async () => ({ ok: true as const }),
}) as unknown as z.ZodType<z.output<typeof doneSchema>, unknown>

/** Any caller with calls left. Hides unknown errors. */
const open = t.procedure.use(async ({ ctx, next, path, type }) => {
  ctx.allowance?.take()
  if (ctx.isSocket && type !== 'subscription')
    throw new AppError('wrong-method', { message: 'Sockets are for subscriptions' })
  if (!ctx.isSocket && type === 'subscription')
    throw new AppError('wrong-method', { message: 'Subscriptions need a socket' })
  const result = await next()
  if (result.ok) return result
  const known = asAppError(result.error)
  if (!known) {
    ctx.services.log.error({ procedure: path, error: redactError(result.error) }, 'a call failed')
    throw new AppError('server-fault')
  }
  // What the app itself refuses, such as mail where there is none, is no fault of the database.
  if (known.code === 'SERVICE_UNAVAILABLE' && known !== result.error)
    ctx.services.log.warn({ procedure: path, error: redactError(result.error) }, 'the database is unavailable')
  // Keep the error of invalid input: the answer names the invalid fields from it.
  if (issuesOf(result.error)) return result
  throw known
})

/** Puts the list's name before its cursors. One of another list becomes one that none knows. */
const withCursorsOfItsOwn = open.use(async ({ next, path, getRawInput }) => {
  const list = `${path}.`
  const ownOf = (cursor: string) => (cursor.startsWith(list) ? cursor.slice(list.length) : '-')
  const getOwnInput = async () => {
    const sent = (await getRawInput()) as { cursor?: unknown } | null | undefined
    return typeof sent?.cursor === 'string' ? { ...sent, cursor: ownOf(sent.cursor) } : sent
  }
  const result = await next({ getRawInput: getOwnInput })
  const page = result.ok ? (result.data as Partial<Page<unknown>> | null | undefined) : null
  return page?.nextCursor ? { ...result, data: { ...page, nextCursor: list + page.nextCursor } } : result
})

export const signedInProcedure = withCursorsOfItsOwn.use(async ({ ctx, next, type, meta, getRawInput }) => {
  const { services } = ctx
  const judge = (caller: Caller) => {
    if (!meta?.whileSuspended) requireNotSuspended(caller, services.now())
    // Acting as a dog must not change the owner's personal data.
    if (type === 'mutation' && caller.isImpersonating && !meta?.asDog) throw actingAsAnotherDog()
    if (meta?.right) requireRight(caller, meta.right)
    else if (meta?.refusals?.includes('not-admin')) throw new AppError('not-admin')
    if (meta?.refusals?.includes('token')) requireSession(caller)
  }
  const caller = requireCaller(await ctx.resolveCaller())
  judge(caller)
  // Calls without input do not read what is sent. Malformed JSON is refused all the same.
  await getRawInput()
  const asDog = meta?.asDog === 'noted' ? undefined : meta?.asDog
  const write: CallerWrite = work => services.write(caller, work, asDog)
  const writeLasting: CallerWriteLasting = (work, passwordHash) =>
    services.writeLasting(caller, work, { judge, asDog, passwordHash })
  return next({ ctx: { caller, write, writeLasting } })
})

/** Calls of the acting dog. Input is validated first: whether it is valid does not depend on the caller's state. */
export const actingProcedure = {
  /** Like tRPC's `meta`, followed by the input. */
  meta: (meta: Meta) => ({
    /** @param check throws at input that its schema takes but that is wrong all the same. */
    input: <S extends z.ZodType>(
      schema: S,
      check?: (input: z.output<S>, context: { services: Services; caller: Caller }) => void,
    ) =>
      signedInProcedure
        .meta({ refusals: ['no-active-dog'], ...meta })
        .input(schema)
        .use(({ ctx, input, next }) => {
          check?.(input as z.output<S>, ctx)
          return next({ ctx: { viewer: requireActingDog(ctx.caller) } })
        }),
  }),
}

/** Calls about the account itself, which suspended accounts may make too. */
export const evenSuspendedProcedure = signedInProcedure.meta({ whileSuspended: true })

/** Calls that tokens may not make. */
export const sessionProcedure = signedInProcedure.meta({ refusals: ['token'] })

/** Calls about the account itself that tokens may not make. */
export const accountProcedure = evenSuspendedProcedure.meta({ refusals: ['token'] })

/** Calls that need a right, which their meta names. Without one nobody may make them. Not to change anything as somebody else's dog. */
export const adminAsSelfProcedure = signedInProcedure.meta({ refusals: ['not-admin', 'passkey-required'] })

/** The same, also as somebody else's dog: the write notes what was done. */
export const adminProcedure = adminAsSelfProcedure.meta({ asDog: 'noted' })

/** What admins decide: as themselves, and not with a token. */
export const decidingProcedure = adminAsSelfProcedure.meta({ refusals: ['not-admin', 'passkey-required', 'token'] })

/** Refuses what no list of the acting dog's gave out as a cursor, whoever calls. @throws AppError unknown-cursor */
export function requireCursor(input: { cursor?: string | undefined } | undefined): void {
  unwrapOrThrow(positionOf(input?.cursor))
}
