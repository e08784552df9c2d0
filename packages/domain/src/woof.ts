/** Dog noises and how often each is heard, per word. */
export const NOISES = [
  { sound: 'woof!', share: 0.75 },
  { sound: 'sniff sniff', share: 0.1 },
  { sound: 'scratch scratch', share: 0.1 },
  { sound: 'grrr', share: 0.05 },
] as const

/** One noise; `random` gives numbers in [0, 1). */
function noise(random: () => number): string {
  let left = random()
  for (const { sound, share } of NOISES) {
    if (left < share) return sound
    left -= share
  }
  return NOISES[0].sound
}

/** The words of a text: what white space separates. */
export const wordsOf = (text: string) => text.trim().split(/\s+/).filter(Boolean)

/**
 * A noise for each word of a text that is still being typed: `before` are the noises that it had so far, which stay as
 * they are, so that what is shown while typing is what is sent.
 */
export const noisesFor = (text: string, before: readonly string[], random: () => number = Math.random): string[] =>
  wordsOf(text).map((_, at) => before[at] ?? noise(random))

/** Says a text as a dog would: every word becomes a noise. */
export const woof = (text: string, random: () => number = Math.random) => noisesFor(text, [], random).join(' ')
