/** No letter or digit may stand directly before or after. */
const alone = (...patterns: string[]) => new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join('|')})(?![\\p{L}\\d])`, 'giu')

const DIGITS = [
  '[a-z]\\d[a-z][ -]?\\d[a-z]\\d', // Canada
  '[a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}', // United Kingdom
  '[a-z]\\d[\\dw] ?(?=[a-z]*\\d)[a-z\\d]{4}', // Ireland
  '(?:[a-z]{1,3}-)?\\d{3} \\d{2,3}', // Sweden, Greece, Czechia, India
  '\\d{2}-\\d{3}', // Poland
  '〒?(?:[a-z]{1,3}-?)?\\d{3,7}(?:-\\d{2,4})?', // most others; with the sign of a country; ZIP+4, Portugal, Brazil, Japan
  '[a-z]\\d{4}[a-z]{3}', // Argentina
]

/** From the surest to what could also be a word: letters after digits, the first half of a code, a district. */
const PATTERNS = [
  alone(...DIGITS),
  alone('\\d{4} ?[a-z]{2}', ...DIGITS), // Netherlands
  alone(...DIGITS, '[a-z]{1,2}\\d{1,2}[a-z]?', '\\d{1,2}(?:e|er|\\.)?$'),
]

/** A place without the postcodes in it, in each way to read them. Names may hold numbers too, so the text itself comes first. */
export function withoutPostcodes(text: string): string[] {
  const plain = text.normalize('NFKC')
  const readings = PATTERNS.map(pattern =>
    plain
      .replaceAll(pattern, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[\s,;]+/, ''),
  )
  return [...new Set([text, ...readings.filter(reading => reading !== '')])]
}
