import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Goal } from './lib/report.ts'

/** What people feel on a slow phone: `pnpm felt`, which prints its own lines and fails if one of them misses its goal. */
export async function run(): Promise<Goal[]> {
  // Vite sets it to production in this process when it builds, and then the server would refuse its demo.
  const { NODE_ENV: _, ...env } = process.env
  const felt = spawn('pnpm', ['--filter', '@barkyard/e2e', 'felt'], { stdio: 'inherit', env })
  const [code] = await once(felt, 'close')
  return [{ what: 'felt speed', goal: 'all', measured: code === 0 ? 'all' : 'see above', met: code === 0 }]
}
