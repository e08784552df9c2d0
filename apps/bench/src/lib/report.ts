import { availableParallelism, loadavg } from 'node:os'

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return low + (high - low) * (at - Math.floor(at))
}

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

/**
 * Runs the contenders one after the other in each round, so that other load on the machine affects all of them.
 * @returns the measurements of each contender, by round.
 */
export async function interleaved<Name extends string, T>(
  rounds: number,
  contenders: Record<Name, () => Promise<T>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[]
  const results = Object.fromEntries(names.map(name => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = 0; round < rounds; round++) for (const name of names) results[name].push(await contenders[name]())
  return results
}

export const ratio = (above: readonly number[], below: readonly number[]): number =>
  median(above.map((value, round) => value / (below[round] ?? Number.NaN)))

export interface Goal {
  what: string
  /** Written like the performance goals: "≤ 0.4". */
  goal: string
  measured: string
  met: boolean
}

/** One line of the result. The ratio must be at least, or at most, `limit`. */
export function goal(what: string, value: number, sign: '≤' | '≥', limit: number, format = number): Goal {
  const met = sign === '≤' ? value <= limit : value >= limit
  return { what, goal: `${sign} ${format(limit)}`, measured: format(value), met }
}

/** "0.021", "1.4", "350". */
export const number = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : String(Number(value.toPrecision(2)))

/** A table in Markdown, which can be read in the terminal and pasted into README.md. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  console.log(`\n${[line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`)
}

export function printGoals(goals: readonly Goal[]): void {
  printTable(
    ['goal', 'at', 'measured', ''],
    goals.map(({ what, goal: at, measured, met }) => [what, at, measured, met ? 'met' : 'MISSED']),
  )
}

/** The load of the machine, because figures of a busy machine are noisy. */
export const load = () =>
  `load ${loadavg()
    .map(value => value.toFixed(1))
    .join(' ')} on ${availableParallelism()} cores`
