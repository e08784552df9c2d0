import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { PlatformServices } from '../write.ts'

type Health = { status: 'ok' | 'degraded' | 'unavailable'; reason?: string }

/** Whether the app can do its work (health) and whether the process runs (live). */
export function registerHealth(scope: FastifyInstance, { db, bus, disk }: PlatformServices): void {
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

  scope.get('/live', { config: { access: 'uncounted' } }, async () => ({ status: 'ok' }))
  // Anybody may ask, uncounted: all who ask meanwhile get the answer of one check.
  scope.get('/health', { config: { access: 'uncounted' } }, async (_, reply) => {
    running ??= check().finally(() => {
      running = null
    })
    const health = await running
    return health.status === 'unavailable' ? reply.status(503).header('retry-after', 2).send(health) : health
  })
}
