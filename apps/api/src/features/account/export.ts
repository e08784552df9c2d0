import { ownPasswordSchema } from '@barkyard/domain/schemas/account'
import type { FastifyInstance } from 'fastify'
import { callerNow } from '../../platform/access/guard.ts'
import { requireCaller, requireNotImpersonating, requireSession } from '../../platform/access/requirements.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { accountArchive } from './archive.ts'
import { requireOwner } from './own-password.ts'

/** `POST /account/export`: all data of the account as a ZIP. It has its own route because it does not answer JSON. */
export function registerAccountExport(scope: FastifyInstance, services: Services): void {
  scope.post('/account/export', { config: { whileSuspended: true } }, async (request, reply) => {
    const caller = requireCaller(await callerNow(request, services))
    requireNotImpersonating(caller)
    requireSession(caller)
    const { password } = ownPasswordSchema.parse(request.body ?? {})
    const { password_hash: passwordHash } = await requireOwner(services, caller, password, request.limitHeaders)
    await services.limits.take('accountExport', caller.userId, request.limitHeaders)
    const now = services.now()
    // The archive is read afterwards, but asked for while the caller may.
    await services.writeLasting(caller, async () => {}, { judge: requireNotImpersonating, passwordHash })
    const archive = await accountArchive(services, caller.userId, now)
    if (!archive) throw new AppError('account-not-found')
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="barkyard-${now.toISOString().slice(0, 10)}.zip"`)
      .send(archive)
  })
}
