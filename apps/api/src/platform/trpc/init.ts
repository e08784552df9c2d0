import { initTRPC } from '@trpc/server'
import type { z } from 'zod'
import { plainWrites, writesAsDog } from '../access/audit.ts'
import {
  actingAsAnotherDog,
  demandActingDog,
  demandAdmin,
  demandCaller,
  demandNotSuspended,
  demandSession,
} from '../access/demands.ts'
import { AppError, asAppError, errorAnswer, issuesOf, redactError } from '../errors.ts'
import type { Meta } from '../rest/meta.ts'
import type { Context } from './context.ts'

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

export const router = t.router

/**
 * An output schema for answers that are built field by field. It types the procedure and its document but is not checked
 * at each call, which would be a tenth of the cost of a long list. Tests check every answer against its schema instead.
 */
export const trustedOutput = <S extends z.ZodType>(schema: S): S =>
  Object.assign(schema.clone(), { parseAsync: async (answer: z.output<S>) => answer })

export const createCallerFactory = t.createCallerFactory

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
  if (known.code === 'SERVICE_UNAVAILABLE')
    ctx.services.log.warn({ procedure: path, error: redactError(result.error) }, 'the database is away')
  // Keep the error of invalid input: the answer names the invalid fields from it.
  if (issuesOf(result.error)) return result
  throw known
})

export const signedInProcedure = open.use(async ({ ctx, next, path, type, meta }) => {
  const { services } = ctx
  const caller = demandCaller(await ctx.whoCalls())
  if (!meta?.whileSuspended) demandNotSuspended(caller, services.now())
  // Admin procedures write their own audit entries.
  const isAsDog = type === 'mutation' && caller.isImpersonating && !path.startsWith('admin.')
  if (!isAsDog) return next({ ctx: { caller, writes: plainWrites(services.db) } })
  // Acting as a dog must not change the owner's personal data.
  if (!meta?.asDog) throw actingAsAnotherDog()
  return next({ ctx: { caller, writes: writesAsDog(services.db, caller, meta.asDog) } })
})

/** Calls of the acting dog. Input is validated first: whether it is valid does not depend on the caller's state. */
export const actingProcedure = {
  /** Like tRPC's `meta`, followed by the input. */
  meta: (meta: Meta) => ({
    /** @param judge throws at input that its schema takes but that is wrong at this time. */
    input: <S extends z.ZodType>(schema: S, judge?: (input: z.output<S>, now: Date) => void) =>
      signedInProcedure
        .meta({ demands: ['no-active-dog'], ...meta })
        .input(schema)
        .use(({ ctx, input, next }) => {
          judge?.(input as z.output<S>, ctx.services.now())
          return next({ ctx: { actingDogId: demandActingDog(ctx.caller) } })
        }),
  }),
}

/** Calls about the account itself, which suspended accounts may make too. */
export const evenSuspendedProcedure = signedInProcedure.meta({ whileSuspended: true })

/** Calls that tokens may not make. */
export const sessionProcedure = signedInProcedure.meta({ demands: ['token'] }).use(({ ctx, next }) => {
  demandSession(ctx.caller)
  return next()
})

/** Calls about the account itself that tokens may not make. */
export const accountProcedure = evenSuspendedProcedure.meta({ demands: ['token'] }).use(({ ctx, next }) => {
  demandSession(ctx.caller)
  return next()
})

export const adminProcedure = signedInProcedure.meta({ demands: ['not-admin'] }).use(({ ctx, next }) => {
  demandAdmin(ctx.caller)
  return next()
})
