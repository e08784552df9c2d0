import { hasRight } from '@barkyard/domain/rights'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { readVersion } from '../../config.ts'
import { callerOf } from '../access/cookie.ts'
import { networkOf } from '../access/limits.ts'
import type { PlatformServices } from '../write.ts'

type Health = { status: 'ok' | 'degraded' | 'unavailable'; reason?: string }

/** Whether the app can do its work (health) and whether the process runs (live). */
export function registerHealth(scope: FastifyInstance, { db, bus, disk, limits, sessions }: PlatformServices): void {
  async function check(): Promise<Health> {
    try {
      await sql`SELECT 1`.execute(db)
      // Reading still works, so the process is not taken away.
      if (await disk?.isFull()) return { status: 'degraded', reason: 'disk-full' }
      return { status: bus.isConnected() ? 'ok' : 'degraded' }
    } catch {
      return { status: 'unavailable' }
    }
  }
  let running: Promise<Health> | null = null

  const version = readVersion()
  /** The version tells which faults a server has, so only admins learn it. Who sends nothing costs nothing. */
  async function versionFor(request: FastifyRequest): Promise<{ version?: string }> {
    const { cookie, authorization } = request.headers
    if (cookie === undefined && authorization === undefined) return {}
    try {
      if (!(await limits.allows('calls', networkOf(request.ip)))) return {}
      const caller = await callerOf(request, sessions)
      return caller && !caller.lacksPasskey && hasRight(caller.role, 'numbers') ? { version } : {}
    } catch {
      return {}
    }
  }

  scope.get('/live', { config: { access: 'uncounted' } }, async () => ({ status: 'ok' }))
  // Anybody may ask, uncounted: all who ask meanwhile get the answer of one check.
  scope.get('/health', { config: { access: 'uncounted' } }, async (request, reply) => {
    running ??= check().finally(() => {
      running = null
    })
    const health = await running
    if (health.status === 'unavailable') return reply.status(503).header('retry-after', 2).send(health)
    return { ...health, ...(await versionFor(request)) }
  })
}
