import { stopCluster } from './lib/cluster.ts'
import { closeAll } from './lib/opened.ts'
import { type Goal, load, printGoals } from './lib/report.ts'

/** Runs a benchmark and returns the goals that it measured. */
type Bench = () => Promise<Goal[]>

const benches: Record<string, () => Promise<{ run: Bench }>> = {
  sniff: () => import('./sniff.ts'),
  http: () => import('./http.ts'),
  chat: () => import('./chat.ts'),
  work: () => import('./work.ts'),
  sockets: () => import('./sockets.ts'),
  jobs: () => import('./jobs.ts'),
  million: () => import('./million.ts'),
  parks: () => import('./parks.ts'),
  lost: () => import('./lost.ts'),
  evening: () => import('./evening.ts'),
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const unknown = asked.filter(name => !(name in benches))
  if (unknown.length > 0) {
    console.error(`Usage: pnpm bench [${Object.keys(benches).join('|')}] …   (none: all of them)`)
    process.exitCode = 2
    return
  }
  const goals: Goal[] = []
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
      console.log(`\n## ${name} (${load()})`)
      const bench = await benches[name]?.()
      const measured = (await bench?.run().finally(closeAll)) ?? []
      printGoals(measured)
      goals.push(...measured)
    }
  } finally {
    await stopCluster()
  }
  const missed = goals.filter(({ met }) => !met)
  console.log(`${goals.length - missed.length} of ${goals.length} goals met (${load()})`)
  for (const { what, goal: at, measured } of missed) console.log(`MISSED: ${what}: ${measured}, goal ${at}`)
  if (missed.length > 0) process.exitCode = 1
}

await main()
