import { serve } from '../lib/child.ts'
import { send } from '../lib/send.ts'
import type { HttpJob, HttpResult } from '../lib/servers.ts'

/** Keeps a number of requests in flight for a while. */
async function run({ port, requests, connections, seconds }: HttpJob): Promise<HttpResult> {
  const result: HttpResult = { count: 0, failed: 0, perSecond: 0, latencies: [], bytes: 0 }
  const began = performance.now()
  let next = 0
  const one = async () => {
    while (performance.now() < began + seconds * 1000) {
      const { path, cookie } = requests[next++ % requests.length] ?? { path: '/', cookie: '' }
      const sentAt = performance.now()
      const { status, content } = await send({ port, path, headers: { cookie, accept: 'application/json' } })
      result.latencies.push(performance.now() - sentAt)
      result.count++
      result.bytes += content.length
      if (status === 200) continue
      result.failed++
      result.failure ??= `${status} ${content}`
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  result.perSecond = result.count / ((performance.now() - began) / 1000)
  return result
}

serve({ ready: true }, run)
