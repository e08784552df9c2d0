import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Whether the app can do its work (health) and whether the process runs (live). */
export function registerHealth(scope: FastifyInstance, { db, bus }: Services): void {
  scope.get('/live', { config: { access: 'uncounted' } }, async () => ({ status: 'ok' }))
  scope.get('/health', { config: { access: 'uncounted' } }, async (_, reply) => {
    try {
      await sql`SELECT 1`.execute(db)
      return { status: bus.isConnected() ? 'ok' : 'degraded' }
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'unavailable' })
    }
  })
}
