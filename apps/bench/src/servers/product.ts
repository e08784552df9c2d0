import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@barkyard/api/app'
import { readConfig } from '@barkyard/api/config'
import { openDatabase } from '@barkyard/db/open'
import { createSession } from '@barkyard/db/queries/sign-in/sessions'
import { serve } from '../lib/child.ts'

/** The whole product as `npm start` runs it (rate limits off: the load comes from a few users). */
const [url = '', list = '[]'] = process.argv.slice(2)
const config = readConfig({
  DATABASE_URL: url,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'barkyard-bench-')),
  RATE_LIMIT: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  PUSH_HOSTS: process.env.PUSH_HOSTS ?? '',
})
const db = openDatabase(url)
const { server } = await buildApp(config, { db })
const cookies: string[] = []
for (const userId of JSON.parse(list) as string[]) {
  const started = await createSession(db, { userId, device: null, proof: { passwordHash: null }, at: new Date() })
  if (typeof started === 'string') throw new Error(started)
  const session = server.createSecureSession(started)
  cookies.push(`session=${encodeURIComponent(server.encodeSecureSession(session))}`)
}
const origin = await server.listen({ port: 0, host: '127.0.0.1' })
serve({ port: Number(new URL(origin).port), cookies }, async (ask: string) => {
  if (ask === 'memory') globalThis.gc?.()
  return { ...process.cpuUsage(), rss: process.memoryUsage().rss }
})
