import type { Trx } from '@barkyard/db/open'
import {
  approveLost,
  closeLostByModerator,
  type DecidedLost,
  listAdminLost,
} from '@barkyard/db/queries/lost/admin-lost'
import { notifyUser } from '@barkyard/db/queries/notify'
import { id } from '@barkyard/domain/schemas/fields'
import {
  adminLostCloseSchema,
  adminLostPageSchema,
  adminLostQuerySchema,
  adminLostSchema,
  lostDecisionSchema,
} from '@barkyard/domain/schemas/lost'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { adminProcedure, decidingProcedure } from '../../platform/trpc/init.ts'
import type { Effects } from '../../platform/write.ts'
import { notified } from '../notifications/index.ts'
import { tellOfLost, tellOfLostAgain } from './index.ts'

/** What an owner reads where the moderator said nothing. */
const UNEXPLAINED = 'A moderator decided not to open this search.'

const REFUSED = ['lost-not-found', 'another-admin', 'stale-lost'] as const

export const lostAdministration = {
  lostCases: adminProcedure
    .meta({
      right: 'lost-cases',
      rest: 'GET /admin/lost',
      operationId: 'listLostOfState',
      summary: 'Searches for lost dogs that wait for a decision, are open or over',
      description:
        'Waiting ones come oldest first, the others newest first. What only the owner knows about the dog is not told.',
    })
    .input(adminLostQuerySchema)
    .output(adminLostPageSchema)
    .query(async ({ ctx: { services }, input }) =>
      unwrapOrThrow(await listAdminLost(services.db, input, services.now())),
    ),

  decideLost: decidingProcedure
    .meta({
      right: 'lost-cases',
      rest: 'POST /admin/lost/{id}/decide',
      operationId: 'decideLost',
      summary: 'Open a search that waits, or refuse it',
      description:
        'Its owner is told. A refused one is closed with a notice, like one that is closed later. Your own is left to another admin if there is one.',
      errors: [...REFUSED, 'already-decided'],
    })
    .input(lostDecisionSchema.extend({ id }))
    .output(adminLostSchema)
    .mutation(({ ctx: { services, caller, write }, input: { approve, statement = '', ...order } }) => {
      const now = services.now()
      const request = { ...order, adminId: caller.userId, role: caller.role, now }
      const why = statement || (approve ? '' : UNEXPLAINED)
      return write(async (trx, effects) => {
        const outcome = approve
          ? await approveLost(trx, request)
          : await closeLostByModerator(trx, { ...request, statement: why }, ['waiting'])
        const decided = unwrapOrThrow(outcome)
        await tellOfDecision(trx, effects, decided, { isOpen: approve, statement: why || null, now })
        effects.audit({ action: approve ? 'lost-approved' : 'lost-refused', ...auditOf(decided) })
        return decided.lost
      })
    }),

  closeLost: decidingProcedure
    .meta({
      right: 'lost-cases',
      rest: 'POST /admin/lost/{id}/close',
      operationId: 'closeLostByModerator',
      summary: 'Close a search that waits or is open',
      description:
        'Its owner gets a notice with the statement and can appeal. The next search for this dog waits for a moderator. Your own is left to another admin if there is one.',
      errors: [...REFUSED, 'case-closed'],
    })
    .input(adminLostCloseSchema.extend({ id }))
    .output(adminLostSchema)
    .mutation(({ ctx: { services, caller, write }, input }) => {
      const now = services.now()
      return write(async (trx, effects) => {
        const request = { ...input, adminId: caller.userId, role: caller.role, now }
        const decided = unwrapOrThrow(await closeLostByModerator(trx, request, ['waiting', 'open']))
        await tellOfDecision(trx, effects, decided, { isOpen: false, statement: input.statement, now })
        effects.audit({ action: 'lost-closed', ...auditOf(decided) })
        return decided.lost
      })
    }),
}

const auditOf = ({ lost, dogId, ownerId }: DecidedLost) => ({ dogId, userId: ownerId, detail: { lostId: lost.id } })

/** The owner is told what was decided, then whoever lives near or was told; moderators read their queue again. */
async function tellOfDecision(
  trx: Trx,
  effects: Effects,
  { lost: { id: lostId, lat, lng, reach }, ownerId, dogId, adminIds }: DecidedLost,
  { isOpen, statement, now }: { isOpen: boolean; statement: string | null; now: Date },
): Promise<void> {
  const details = { lostId, isOpen, statement }
  notified(effects, await notifyUser(trx, { event: 'lost-decided', details, userId: ownerId, dogId }, now))
  effects.event(eventFor([...adminIds, ownerId], { type: 'reports' }))
  const one = { lostId, dogId, userId: ownerId }
  if (isOpen) tellOfLost(effects, { ...one, lat, lng, reach })
  else tellOfLostAgain(effects, one)
}
