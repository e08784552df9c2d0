import { expect, test } from 'vitest'
import { NOISES, noisesFor, woof, wordsOf } from './woof.ts'

/** Reproducible random numbers in [0, 1) (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('the noises occur as often as their shares say', () => {
  const words = 100_000
  const random = seeded(7)
  const counts = new Map<string, number>()
  for (let word = 0; word < words; word++) {
    const sound = woof('hello', random)
    counts.set(sound, (counts.get(sound) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual(NOISES.map(({ sound }) => sound).sort())
  const shares = { 'woof!': 0.75, 'sniff sniff': 0.1, 'scratch scratch': 0.1, grrr: 0.05 }
  for (const [sound, share] of Object.entries(shares)) {
    expect((counts.get(sound) ?? 0) / words).toBeCloseTo(share, 2)
  }
})

test.each([
  [0, 'woof!'],
  [0.74, 'woof!'],
  [0.76, 'sniff sniff'],
  [0.84, 'sniff sniff'],
  [0.86, 'scratch scratch'],
  [0.94, 'scratch scratch'],
  [0.96, 'grrr'],
  [1 - Number.EPSILON / 2, 'grrr'],
])('a random %d makes %s', (random, sound) => {
  expect(woof('word', () => random)).toBe(sound)
})

test('every word becomes one noise, whatever separates them', () => {
  expect(woof('See you at the park', () => 0)).toBe('woof! woof! woof! woof! woof!')
  expect(woof('  one\n two\tthree\u00a0four  ', () => 0.97)).toBe('grrr grrr grrr grrr')
  expect(woof('don’t stop-it 🐕', () => 0.8)).toBe('sniff sniff sniff sniff sniff sniff')
})

test('an empty text makes no noise', () => {
  expect(woof('')).toBe('')
  expect(woof(' \n\t ')).toBe('')
  expect(wordsOf(' \n')).toEqual([])
})

test('a typed word keeps its noise while other words are added or removed', () => {
  const two = noisesFor('see you', [], () => 0.8)
  const four = noisesFor('see you on Saturday', two, () => 0)
  expect(four).toEqual(['sniff sniff', 'sniff sniff', 'woof!', 'woof!'])
  expect(noisesFor('see', four)).toEqual(['sniff sniff'])
  expect(noisesFor(' ', four)).toEqual([])
})
