import { impersonateDog, stopImpersonating } from '@barkyard/db/queries/impersonation'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { AppError, forbidden, notFound } from '../errors.ts'
import { callersChanged } from '../realtime/notify.ts'
import { adminProcedure } from '../trpc/init.ts'

const tags = ['admin']
const done = { ok: true as const }

/** Acting as somebody else's dog: kept in the session, over when the session is. Its end is noted by the database. */
export const impersonationProcedures = {
  impersonate: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/impersonate-dog/{dogId}',
        tags,
        summary: 'Act as a dog of somebody else',
        protect: true,
      },
    })
    .input(z.object({ dogId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input: { dogId } }) => {
      if (caller.isToken) throw forbidden('A token cannot impersonate')
      const outcome = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const started = await impersonateDog(trx, caller.id, dogId)
        if (typeof started === 'string' || started.before === dogId) return started
        await note({ action: 'impersonation-started', dogId })
        return started
      })
      if (outcome === 'no dog') throw notFound('Dog')
      if (outcome === 'unowned') throw new AppError('BAD_REQUEST', 'A dog without an owner cannot be impersonated')
      callersChanged(services, [caller.userId])
      return done
    }),

  stopImpersonation: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/stop-impersonation',
        tags,
        summary: 'Act as yourself again',
        protect: true,
      },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller } }) => {
      if (caller.isToken) return done
      await stopImpersonating(services.db, caller.id)
      callersChanged(services, [caller.userId])
      return done
    }),
}
