import { expect, test } from 'vitest'
import { Simulation } from './simulation.ts'

// MODEL_RUNS=20000 runs more. MODEL_SEED=123 repeats the run that a failure names.
const { MODEL_SEED, MODEL_RUNS = '1000' } = process.env
const seeds = MODEL_SEED ? [Number(MODEL_SEED)] : Array.from({ length: Number(MODEL_RUNS) }, (_, n) => n + 1)
const FAILURES_SHOWN = 20

test('whatever fails, each message is stored once, and each socket receives it once and in order', {
  timeout: 60_000 + seeds.length * 60,
}, async () => {
  const failures: string[] = []
  for (const seed of seeds) {
    for (const broken of await new Simulation(seed).run()) failures.push(`MODEL_SEED=${seed}: ${broken}`)
    if (failures.length > FAILURES_SHOWN) break
  }
  expect(failures).toEqual([])
})
