import { expect, test } from 'vitest'
import { noisesFor, woof, wordsOf } from './woof.ts'

test.each([
  [0, 'woof!'],
  [0.74, 'woof!'],
  [0.76, 'sniff sniff'],
  [0.84, 'sniff sniff'],
  [0.86, 'scratch scratch'],
  [0.94, 'scratch scratch'],
  [0.96, 'grrr'],
  [1 - Number.EPSILON / 2, 'grrr'],
])('three words of four are woofs, and the other noises share the rest: %d makes %s', (random, sound) => {
  expect(woof('word', () => random)).toBe(sound)
})

test('every word becomes one noise, whatever separates them', () => {
  expect(woof('See you at the park', () => 0)).toBe('woof! woof! woof! woof! woof!')
  expect(woof('  one\n two\tthree\u00a0four  ', () => 0.97)).toBe('grrr grrr grrr grrr')
  expect(woof('don’t stop-it 🐕', () => 0.8)).toBe('sniff sniff sniff sniff sniff sniff')
  for (const empty of ['', ' \n\t ']) expect(woof(empty)).toBe('')
  expect(wordsOf(' \n')).toEqual([])
})

test('a typed word keeps its noise while other words are added or removed', () => {
  const two = noisesFor('see you', [], () => 0.8)
  const four = noisesFor('see you on Saturday', two, () => 0)
  expect(four).toEqual(['sniff sniff', 'sniff sniff', 'woof!', 'woof!'])
  expect(noisesFor('see', four)).toEqual(['sniff sniff'])
  expect(noisesFor(' ', four)).toEqual([])
})
