import { findUser } from '@barkyard/db/queries/account/users'
import { mayDecideAbout } from '@barkyard/db/queries/admins'
import { hideUnreported, showAgain, suspendUnreported } from '@barkyard/db/queries/reports/decide-unreported'
import { endSuspension } from '@barkyard/db/queries/reports/moderation'
import { newHidingSchema, newSuspensionSchema } from '@barkyard/domain/schemas/admin'
import { id } from '@barkyard/domain/schemas/fields'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged } from '../../platform/realtime/bus.ts'
import { decidingProcedure, doneOutput } from '../../platform/trpc/init.ts'
import { carryOutDecision, readUntil, requireMaySuspend, viewpointOf } from './decisions.ts'

const ALREADY_HIDDEN = { 'already-decided': { message: 'This dog is already hidden' } }
const NOTICE = 'The owner gets a notice with the statement and can appeal, like after a report.'

export const directDecisionProcedures = {
  suspendUser: decidingProcedure
    .meta({
      right: 'suspension',
      rest: 'POST /admin/users/{userId}/suspend',
      operationId: 'suspendUser',
      summary: 'Suspend a user without a report',
      done: 'The account is suspended.',
      description: `A longer suspension that holds already is not shortened. ${NOTICE}`,
      errors: ['user-not-found', 'own-account', 'not-in-future', 'another-admin'],
    })
    .input(newSuspensionSchema.extend({ userId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input: { userId, statement, until: end } }) => {
      if (userId === caller.userId) throw new AppError('own-account', { path: 'userId' })
      const viewpoint = viewpointOf(services, caller)
      const until = readUntil(end, viewpoint.now)
      requireMaySuspend(caller, until, viewpoint.now)
      return write(async (trx, effects) => {
        const order = { ...viewpoint, statement, until }
        const decided = unwrapOrThrow(await suspendUnreported(trx, userId, order))
        await carryOutDecision(trx, effects, decided, { ...order, mails: services.mails })
      })
    }),

  liftSuspension: decidingProcedure
    .meta({
      right: 'suspension',
      rest: 'POST /admin/users/{userId}/lift-suspension',
      operationId: 'liftSuspension',
      summary: 'End a user’s suspension now',
      done: 'The account is not suspended.',
      description: 'Whatever decided it. Otherwise it does nothing.',
      errors: ['user-not-found'],
    })
    .input(z.object({ userId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input: { userId } }) =>
      write(async (trx, effects) => {
        if (!(await findUser(trx, userId))) throw new AppError('user-not-found')
        if (!(await mayDecideAbout(trx, caller.role, userId))) throw new AppError('not-admin')
        const lifted = await endSuspension(trx, userId, services.now())
        if (!lifted) return
        effects.audit({ action: 'suspension-lifted', userId })
        callersChanged(effects, lifted.userIds, lifted.dogIds)
      }),
    ),

  hideDog: decidingProcedure
    .meta({
      right: 'hiding',
      rest: 'POST /admin/dogs/{dogId}/hide',
      operationId: 'hideDog',
      summary: 'Hide a dog without a report',
      done: 'The dog is hidden.',
      description: `From everybody but its owner and admins. ${NOTICE}`,
      errors: ['dog-not-found', 'another-admin', 'already-decided'],
    })
    .input(newHidingSchema.extend({ dogId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input: { dogId, statement } }) =>
      write(async (trx, effects) => {
        const order = { ...viewpointOf(services, caller), statement, until: null }
        const decided = unwrapOrThrow(await hideUnreported(trx, dogId, order), ALREADY_HIDDEN)
        await carryOutDecision(trx, effects, decided, { ...order, mails: services.mails })
      }),
    ),

  showDog: decidingProcedure
    .meta({
      right: 'hiding',
      rest: 'POST /admin/dogs/{dogId}/show',
      operationId: 'showDog',
      summary: 'Show a hidden dog again',
      done: 'The dog is shown.',
      description:
        'Whatever decided that it is hidden. Otherwise it does nothing. Your own dog is left to another admin if there is one.',
      errors: ['dog-not-found', 'another-admin'],
    })
    .input(z.object({ dogId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input: { dogId } }) =>
      write(async (trx, effects) => {
        const shown = unwrapOrThrow(await showAgain(trx, dogId, viewpointOf(services, caller)), {
          'another-admin': { message: 'Another admin has to decide about your own dog' },
        })
        if (!shown) return
        effects.audit({ action: 'dog-shown', dogId, userId: shown.ownerId })
        callersChanged(effects, shown.userIds, [dogId])
      }),
    ),
}
