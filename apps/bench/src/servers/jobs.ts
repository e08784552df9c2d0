import { Lane } from '@barkyard/api/jobs/lane'
import { openDatabase } from '@barkyard/db/open'
import { fastify } from 'fastify'
import { serve } from '../lib/child.ts'

/** Runs jobs of one kind as a process of the product does. The handler only records the job's id. */
const [url = '', kind = ''] = process.argv.slice(2)
const db = openDatabase(url, { max: 10 })
let ran: string[] = []
const lane = new Lane({
  db,
  kind,
  now: () => new Date(),
  log: fastify({ logger: false }).log,
  handler: {
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
    lane.wake()
    return undefined
  }
  const answer = { ran }
  ran = []
  return answer
})
