import { expect, test } from 'vitest'
import { testApp } from '../app.ts'

let checks = 0
const app = testApp(
  {},
  {
    onStatement: ({ sql }) => {
      if (sql === 'SELECT 1') checks++
    },
  },
)

test('many who ask for the health at once cost one look at the database, and later ones another', async () => {
  const ask = async () => (await fetch(`${app.url}/api/health`)).status
  await ask()
  checks = 0
  const many = 200
  expect(await Promise.all(Array.from({ length: many }, ask))).toEqual(Array(many).fill(200))
  expect(checks).toBeGreaterThan(0)
  expect(checks).toBeLessThan(many / 2)
  const before = checks
  await ask()
  expect(checks).toBe(before + 1)
})
