import { readConfig } from '@barkyard/api/config'
import { callerOf, registerCookie } from '@barkyard/api/platform/access/cookie'
import { Sessions } from '@barkyard/api/platform/access/sessions'
import { openDatabase } from '@barkyard/db/open'
import { createSession } from '@barkyard/db/queries/sign-in/sessions'
import fastify from 'fastify'
import { serve } from '../lib/child.ts'

/** One call in two ways: without a session, and with the product's (cookie and cache). */
const [url = '', list = '[]'] = process.argv.slice(2)
const db = openDatabase(url)
const sessions = new Sessions(db, { demo: false, now: () => new Date() })
const answer = { id: 'the same for all', items: Array.from({ length: 20 }, (_, index) => ({ index, name: 'Ada' })) }
const app = fastify()
let cookieOf = (id: string) => id
app.get('/none', async () => answer)
await app.register(async scope => {
  await registerCookie(scope, readConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) }))
  scope.get('/cached', async request => ((await callerOf(request, sessions)) ? answer : null))
  cookieOf = id => encodeURIComponent(scope.encodeSecureSession(scope.createSecureSession({ id })))
})
await app.ready()
const cookies: string[] = []
for (const userId of JSON.parse(list) as string[]) {
  const started = await createSession(db, { userId, device: null, proof: { passwordHash: null }, at: new Date() })
  if (typeof started === 'string') throw new Error(started)
  cookies.push(`session=${cookieOf(started.id)}`)
}
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
serve({ port: Number(new URL(origin).port), cookies }, async () => process.cpuUsage())
