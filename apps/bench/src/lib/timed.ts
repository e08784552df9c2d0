import { median } from './report.ts'

/** The median duration of a number of calls, one after the other, in milliseconds. */
export async function timed(count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let index = 0; index < count; index++) {
    const began = performance.now()
    await call(index)
    took.push(performance.now() - began)
  }
  return median(took)
}
