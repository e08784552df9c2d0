import words from './data/code-words.json' with { type: 'json' }

const CODE_WORDS = 4

/**
 * Four different words for an owner to write on paper, which prove that a photo was made for this request.
 * @param random returns a whole number from 0 to below its argument.
 */
export function makeCode(random: (below: number) => number): string {
  // Short ones, easy to read in handwriting, and without a second meaning that hurts.
  const left = [...words]
  return Array.from({ length: CODE_WORDS }, () => left.splice(random(left.length), 1)[0]).join(' ')
}
