/** Dog noises, and the share of words that become each of them. */
export const NOISES = [
  { sound: 'woof!', share: 0.75 },
  { sound: 'sniff sniff', share: 0.1 },
  { sound: 'scratch scratch', share: 0.1 },
  { sound: 'grrr', share: 0.05 },
] as const

/** A random noise. `random` returns numbers in [0, 1). */
function noise(random: () => number): string {
  let left = random()
  for (const { sound, share } of NOISES) {
    if (left < share) return sound
    left -= share
  }
  return NOISES[0].sound
}

/** The words of a text, separated by white space. */
export const wordsOf = (text: string) => text.trim().split(/\s+/).filter(Boolean)

/**
 * A noise for each word of a text that is still being typed. `before` contains the noises so far, which stay, so that the
 * text shown while typing is the text that is sent.
 */
export const noisesFor = (text: string, before: readonly string[], random: () => number = Math.random): string[] =>
  wordsOf(text).map((_, at) => before[at] ?? noise(random))

/** Translates a text: every word becomes a noise. */
export const woof = (text: string, random: () => number = Math.random) => noisesFor(text, [], random).join(' ')
