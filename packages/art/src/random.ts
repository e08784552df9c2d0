/** Seeded random numbers: the same text gives the same dog on every machine. */
export interface Chance {
  /** From 0 up to but not including 1. */
  next(): number
  between(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h >>> 0
}

export function makeChance(seed: string): Chance {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: items => items[Math.floor(next() * items.length)] ?? items[0],
  }
}
