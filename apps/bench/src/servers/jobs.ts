import { JobRunner } from '@barkyard/api/platform/jobs/runner'
import { openDatabase } from '@barkyard/db/open'
import { fastify } from 'fastify'
import { serve } from '../lib/child.ts'

/** Runs jobs of one kind as a process of the product does. The handler only records the job's id. */
const [url = '', kind = ''] = process.argv.slice(2)
const db = openDatabase(url, { max: 10 })
let ran: string[] = []
const runner = new JobRunner({
  db,
  now: () => new Date(),
  log: fastify({ logger: false }).log,
  handler: {
    kind: { name: kind },
    // As many as pushes run at once.
    atOnce: 32,
    run: async job => {
      ran.push(job.id)
      return undefined
    },
    pauseAfter: () => null,
    redact: () => ({}),
  },
})
serve({ ready: true }, async (ask: 'wake' | 'ran') => {
  if (ask === 'wake') {
    runner.wake()
    return undefined
  }
  const answer = { ran }
  ran = []
  return answer
})
