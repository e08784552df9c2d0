import { notifyUser } from '@barkyard/db/queries/notify'
import {
  addPark,
  changesOfPark,
  closePark,
  decidePark,
  editPark,
  listAdminParks,
} from '@barkyard/db/queries/parks/admin-parks'
import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'
import { idAsSent } from '@barkyard/domain/schemas/fields'
import {
  adminParkSchema,
  adminParksPageSchema,
  adminParksQuerySchema,
  newParkSchema,
  parkClosingSchema,
  parkDecisionSchema,
  parkEditSchema,
} from '@barkyard/domain/schemas/park'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { adminAsSelfProcedure, decidingProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'
import { placeOf, seenFrom } from './index.ts'

export const parkAdministration = {
  parks: adminAsSelfProcedure
    .meta({
      right: 'parks',
      rest: 'GET /admin/parks',
      operationId: 'listParksOfState',
      summary: 'Parks that are open, wait for a decision, or are closed',
      description: `Waiting suggestions come oldest first, the others by name. Who suggested a park is not told. \`X-Total-Count\` stops counting at ${ADMIN_TOTAL_MAX.toLocaleString('en-US')}.`,
    })
    .input(adminParksQuerySchema)
    .output(adminParksPageSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const from = await placeOf(services, caller)
      return services.listCursors.page(caller.userId, input, query => listAdminParks(services.db, query, from))
    }),

  addPark: adminAsSelfProcedure
    .meta({
      right: 'parks',
      rest: 'POST /admin/parks',
      operationId: 'addPark',
      summary: 'Add a park',
      description: 'It is open at once. Its time zone comes from its place.',
      errors: ['acting-as-another-dog'],
    })
    .input(newParkSchema)
    .output(adminParkSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const after = await addPark(trx, input, services.now())
        effects.audit({ action: 'park-added', detail: changesOfPark({ before: null, after }) })
        return seenFrom(trx, caller, after)
      }),
    ),

  editPark: adminAsSelfProcedure
    .meta({
      right: 'parks',
      rest: 'PATCH /admin/parks/{id}',
      operationId: 'editPark',
      summary: 'Change a park',
      description:
        'Absent fields stay. A waiting suggestion can be changed before it is decided. The parks that every installation has are neither renamed nor moved. An import leaves a changed park as it is.',
      errors: ['park-not-found', 'stale-park', 'built-in-park'],
    })
    .input(parkEditSchema.extend({ id: idAsSent }))
    .output(adminParkSchema)
    .mutation(({ ctx: { services, caller, write }, input: { id: parkId, ...edit } }) =>
      write(async (trx, effects) => {
        const park = unwrapOrThrow(await editPark(trx, parkId, edit, services.now()))
        effects.audit({ action: 'park-edited', detail: changesOfPark(park) })
        return seenFrom(trx, caller, park.after)
      }),
    ),

  decidePark: decidingProcedure
    .meta({
      right: 'parks',
      rest: 'POST /admin/parks/{id}/decide',
      operationId: 'decidePark',
      summary: 'Approve or refuse a suggested park',
      description: 'It opens where it stands now. Who suggested it is notified of either outcome.',
      errors: ['park-not-found', 'stale-park', 'suggestion-decided'],
    })
    .input(parkDecisionSchema.extend({ id: idAsSent }))
    .output(adminParkSchema)
    .mutation(({ ctx: { services, caller, write }, input: { id: parkId, ...decision } }) => {
      const now = services.now()
      return write(async (trx, effects) => {
        const { suggestedBy, adminIds, ...park } = unwrapOrThrow(await decidePark(trx, parkId, decision, now))
        const { id, name, reason } = park.after
        if (suggestedBy !== null) {
          const details = { parkId: id, name, isApproved: decision.approve, reason }
          notified(effects, await notifyUser(trx, { event: 'park-decided', details, userId: suggestedBy }, now))
        }
        effects.audit({ action: decision.approve ? 'park-approved' : 'park-refused', detail: changesOfPark(park) })
        effects.event(eventFor([...adminIds, ...(suggestedBy === null ? [] : [suggestedBy])], { type: 'reports' }))
        return seenFrom(trx, caller, park.after)
      })
    }),

  closePark: adminAsSelfProcedure
    .meta({
      right: 'parks',
      rest: 'POST /admin/parks/{id}/close',
      operationId: 'closePark',
      summary: 'Close a park',
      description:
        'It takes no new plans; those that were made stay. The parks that every installation has cannot be closed.',
      errors: ['park-not-found', 'stale-park', 'built-in-park', 'park-not-open'],
    })
    .input(parkClosingSchema.extend({ id: idAsSent }))
    .output(adminParkSchema)
    .mutation(({ ctx: { services, caller, write }, input: { id: parkId, ...closing } }) =>
      write(async (trx, effects) => {
        const park = unwrapOrThrow(await closePark(trx, parkId, closing, services.now()))
        effects.audit({ action: 'park-closed', detail: changesOfPark(park) })
        return seenFrom(trx, caller, park.after)
      }),
    ),
}
