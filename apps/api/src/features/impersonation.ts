import { impersonateDog, stopImpersonating } from '@barkyard/db/queries/impersonation'
import { doneSchema } from '@barkyard/domain/match'
import { id } from '@barkyard/domain/text'
import { z } from 'zod'
import { AppError, forbidden, notFound } from '../errors.ts'
import { adminProcedure } from '../trpc/init.ts'
import { inAuditedTransaction } from './audited.ts'
import { callersChanged } from './dogs.ts'

const tags = ['admin']
const done = { ok: true as const }

/** Acting as somebody else's dog (contract §1): kept in the session, over when the session is. */
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
    .mutation(async ({ ctx: { parts, caller }, input: { dogId } }) => {
      if (caller.isToken) throw forbidden('A token cannot impersonate')
      const outcome = await inAuditedTransaction(parts.db, caller, async (trx, note) => {
        const started = await impersonateDog(trx, caller.id, dogId)
        if (typeof started === 'string' || started.before === dogId) return started
        // Starting again from within switches: the one ends as the other begins.
        if (started.before !== null) await note({ action: 'impersonation stopped', dogId: started.before })
        await note({ action: 'impersonation started', dogId })
        return started
      })
      if (outcome === 'no dog') throw notFound('Dog')
      if (outcome === 'unowned') throw new AppError('BAD_REQUEST', 'A dog without an owner cannot be impersonated')
      callersChanged(parts, [caller.userId])
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
    .mutation(async ({ ctx: { parts, caller } }) => {
      if (caller.isToken) return done
      await inAuditedTransaction(parts.db, caller, async (trx, note) => {
        const dogId = await stopImpersonating(trx, caller.id)
        if (dogId !== null) await note({ action: 'impersonation stopped', dogId })
      })
      callersChanged(parts, [caller.userId])
      return done
    }),
}
