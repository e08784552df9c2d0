import { impersonateDog, stopImpersonating } from '@barkyard/db/queries/admin/impersonation'
import { id } from '@barkyard/domain/schemas/fields'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged } from '../../platform/realtime/changed.ts'
import { adminProcedure, doneOutput } from '../../platform/trpc/init.ts'

const NOBODY_OWNS = 'A dog without an owner cannot be impersonated'
const NO_TOKEN = 'A token cannot impersonate'

/** Acting as somebody else's dog. The session stores it and ends it. A database trigger records the end. */
export const impersonationProcedures = {
  impersonate: adminProcedure
    .meta({
      right: 'impersonation',
      rest: 'POST /admin/impersonate-dog/{dogId}',
      operationId: 'impersonateDog',
      summary: 'Act as somebody else’s dog',
      done: 'Your session acts as the dog from now on.',
      description: 'For this session, until it is stopped. All writes meanwhile are recorded in the audit log.',
      errors: ['token', 'dog-not-found', 'unowned-dog'],
      messages: { token: NO_TOKEN, 'unowned-dog': NOBODY_OWNS },
    })
    .input(z.object({ dogId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, writeLasting }, input: { dogId } }) => {
      if (caller.isToken) throw new AppError('token', { message: NO_TOKEN })
      return writeLasting(async (trx, effects) => {
        const { before } = unwrapOrThrow(await impersonateDog(trx, caller.id, dogId), {
          'unowned-dog': { message: NOBODY_OWNS },
        })
        if (before !== dogId) effects.audit({ action: 'impersonation-started', dogId })
        callersChanged(effects, [caller.userId])
      })
    }),

  stopImpersonation: adminProcedure
    .meta({
      right: 'impersonation',
      rest: 'POST /admin/stop-impersonation',
      operationId: 'stopImpersonation',
      summary: 'Act as yourself again',
      done: 'Your session acts as your own active dog again.',
      description: 'If you act as somebody else’s dog. Otherwise it does nothing.',
    })
    .output(doneOutput)
    .mutation(async ({ ctx: { caller, write } }) => {
      if (caller.isToken) return
      return write(async (trx, effects) => {
        await stopImpersonating(trx, caller.id)
        callersChanged(effects, [caller.userId])
      })
    }),
}
