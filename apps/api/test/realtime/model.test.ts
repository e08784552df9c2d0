import { explore, SEED } from '@barkyard/db/testing/explore'
import { expect, test } from 'vitest'
import { Simulation } from './simulation.ts'

const seeds = Array.from({ length: explore(200, 20_000) }, (_, n) => SEED + n)
const FAILURES_SHOWN = 20

test('whatever fails, each message is stored once, and each socket receives it once and in order', {
  timeout: 60_000 + seeds.length * 60,
}, async () => {
  const failures: string[] = []
  for (const seed of seeds) {
    for (const broken of await new Simulation(seed).run()) failures.push(`EXPLORE_SEED=${seed}: ${broken}`)
    if (failures.length > FAILURES_SHOWN) break
  }
  expect(failures).toEqual([])
})
