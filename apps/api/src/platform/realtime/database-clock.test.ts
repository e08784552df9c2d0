import { expect, test } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

test('follows a database whose clock is set back or forward, and ignores slow answers', async () => {
  let own = 0
  let sample = () => {}
  let [ahead, takes] = [1_000_000, 2]
  const clock = {
    now: () => own,
    after(_: number, callback: () => void) {
      sample = callback
      return () => {}
    },
  }
  const database = new DatabaseClock(clock, async () => {
    const now = own + takes / 2 + ahead
    own += takes
    return now
  })
  /** What the clock makes of a message that the database stores now, compared with this process's time. */
  const late = async () => (await database.converter())(own + ahead) - own
  expect(await late()).toBe(2)
  takes = 400
  sample()
  expect(await late()).toBe(2)
  takes = 2
  for (const step of [-3_600_000, 7_200_000]) {
    ahead += step
    sample()
    await Promise.resolve()
    expect(await late()).toBe(2)
  }
  database.close()
})
