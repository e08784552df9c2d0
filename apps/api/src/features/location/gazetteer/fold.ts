// Letters that Unicode does not decompose into a plain letter and a mark.
const SINGLE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ə: 'e',
  '&': ' and ',
}

const SHORT: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }

/**
 * Normalises a place name for comparison: lower-case ASCII letters and digits, with one space between words. "St. Louis"
 * becomes "saint louis", "D.C." becomes "dc". Empty if the text has no Latin letters.
 */
export function foldName(text: string): string {
  const words = plain(text).split(' ')
  return words.map((word, i) => (i < words.length - 1 ? (SHORT[word] ?? word) : word)).join(' ')
}

/**
 * The same for a name that is still being typed. A final "st" may become "Stockholm", so it means "saint" only if a dot
 * or a space follows.
 */
export function foldPrefix(text: string): string {
  return /[.\s]$/.test(text) ? foldName(`${text} x`).slice(0, -2) : foldName(text)
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]|&/gu, letter => SINGLE[letter] ?? (/[’‘ʻʼ´′]/.test(letter) ? "'" : letter))
    .replace(/(?<![a-z'])([a-z])\./g, '$1')
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
