/** Letters that are written from right to left, and digits of Arabic. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Text without the characters that change the direction of what follows them. */
export const withoutDirections = (text: string) => text.replaceAll(/\p{Bidi_Control}/gu, '')

/**
 * A text of somebody's as part of a sentence in plain text (a push, a subject, a label): a name that is written from right to
 * left does not change the order of what stands around it. In HTML this is what <bdi> is for.
 */
export function isolate(text: string): string {
  const plain = withoutDirections(text)
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
