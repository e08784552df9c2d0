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
 * For an answer that is written field by field: types the procedure and its document, and is not walked at each call (a
 * tenth of what a long list costs). The document allows no other fields, and tests hold every answer against it.
 */
export const trustedOutput = <S extends z.ZodType>(schema: S): S =>
  Object.assign(schema.clone(), { parseAsync: async (answer: z.output<S>) => answer })

export const createCallerFactory = t.createCallerFactory

/** Anybody who has calls left. Lets no unknown error out. */
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
  // Invalid input keeps its error: the answer names each field from it.
  if (issuesOf(result.error)) return result
  throw known
})

export const signedInProcedure = open.use(async ({ ctx, next, path, type, meta }) => {
  const { services } = ctx
  const caller = demandCaller(await ctx.whoCalls())
  if (!meta?.whileSuspended) demandNotSuspended(caller, services.now())
  // The admin's own calls keep notes of their own.
  const isAsDog = type === 'mutation' && caller.isImpersonating && !path.startsWith('admin.')
  if (!isAsDog) return next({ ctx: { caller, writes: plainWrites(services.db) } })
  // What belongs to the person is not touched meanwhile.
  if (!meta?.asDog) throw actingAsAnotherDog()
  return next({ ctx: { caller, writes: writesAsDog(services.db, caller, meta.asDog) } })
})

/** Answered as the acting dog. Its input is judged first: what is wrong with it does not depend on the state. */
export const actingProcedure = {
  /** Like tRPC's own, but that the input follows at once. */
  meta: (meta: Meta) => ({
    input: <S extends z.ZodType>(input: S) =>
      signedInProcedure
        .meta({ demands: ['no-active-dog'], ...meta })
        .input(input)
        .use(({ ctx, next }) => next({ ctx: { actingDogId: demandActingDog(ctx.caller) } })),
  }),
}

/** What concerns the account itself: suspended ones may call it too. */
export const evenSuspendedProcedure = signedInProcedure.meta({ whileSuspended: true })

/** The account itself: not for tokens. */
export const accountProcedure = evenSuspendedProcedure.meta({ demands: ['token'] }).use(({ ctx, next }) => {
  demandSession(ctx.caller)
  return next()
})

export const adminProcedure = signedInProcedure.meta({ demands: ['not-admin'] }).use(({ ctx, next }) => {
  demandAdmin(ctx.caller)
  return next()
})
