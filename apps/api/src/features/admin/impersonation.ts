import { impersonateDog, stopImpersonating } from '@barkyard/db/queries/impersonation'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { AppError, notFound } from '../errors.ts'
import { callersChanged } from '../realtime/notify.ts'
import { adminProcedure } from '../trpc/init.ts'

const tags = ['admin']
const done = { ok: true as const }

/** Acting as somebody else's dog. The session stores it and ends it. A database trigger records the end. */
export const impersonationProcedures = {
  impersonate: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/admin/impersonate-dog/{dogId}', tags, operationId: 'impersonateDog' },
        summary: 'Act as somebody else’s dog',
        description: 'For this session, until it is stopped. All writes meanwhile are recorded in the audit log.',
        errors: ['token', 'dog-not-found', 'unowned-dog'],
      },
    })
    .input(z.object({ dogId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input: { dogId } }) => {
      if (caller.isToken) throw new AppError('token', { message: 'A token cannot impersonate' })
      await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const started = await impersonateDog(trx, caller.id, dogId)
        if (started === 'no dog') throw notFound('Dog')
        if (started === 'unowned')
          throw new AppError('unowned-dog', { message: 'A dog without an owner cannot be impersonated' })
        if (started.before !== dogId) await note({ action: 'impersonation-started', dogId })
      })
      callersChanged(services, [caller.userId])
      return done
    }),

  stopImpersonation: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/admin/stop-impersonation', tags, operationId: 'stopImpersonation' },
        summary: 'Act as yourself again',
        description: 'For admins who act as somebody else’s dog. Otherwise it does nothing.',
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
