import { ownPasswordSchema } from '@barkyard/domain/schemas/account'
import type { FastifyInstance } from 'fastify'
import { demandCaller, demandNotImpersonating, demandSession } from '../access/demands.ts'
import { callerNow } from '../access/door.ts'
import { accountArchive } from '../account/archive.ts'
import { demandOwner } from '../auth/own-password.ts'
import { notFound } from '../errors.ts'
import type { Services } from '../services.ts'

/** `POST /account/export`: all data of the account as a ZIP. It has its own route because it does not answer JSON. */
export function registerAccountExport(scope: FastifyInstance, services: Services): void {
  scope.post('/account/export', { config: { whileSuspended: true } }, async (request, reply) => {
    const caller = demandCaller(await callerNow(request, services))
    demandNotImpersonating(caller)
    demandSession(caller)
    const { password } = ownPasswordSchema.parse(request.body ?? {})
    await demandOwner(services, caller, password, request.standings)
    await services.limits.take('accountExport', caller.userId, request.standings)
    const now = services.now()
    const archive = await accountArchive(services, caller.userId, now)
    if (!archive) throw notFound('Account')
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="barkyard-${now.toISOString().slice(0, 10)}.zip"`)
      .send(archive)
  })
}
