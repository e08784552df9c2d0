import { expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'

test('a wait ends with what is expected, or says what was read last', async () => {
  let count = 0
  expect(await until(() => ++count, 3)).toBe(3)
  expect(await until(() => [++count], [5])).toEqual([5])
  expect(
    await until(
      () => ++count,
      now => now > 7,
    ),
  ).toBe(8)
  await expect(until(() => count, 9, 0.1)).rejects.toThrow(/^waited 0.1 s for 9; .* was 8$/)
  await expect(
    until(
      () => count,
      now => expect(now).toBe(9),
      0.1,
    ),
  ).rejects.toThrow('expected 8 to be 9')
  await expect(
    until(() => {
      throw new Error('gone')
    }),
  ).rejects.toThrow('gone')
})

test('a port is leased once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(new Set(ports).size).toBe(50)
})
