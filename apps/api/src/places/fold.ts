// Letters that Unicode does not take apart into a plain letter and a mark.
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
 * A place name as it is compared: lower-case ASCII letters and digits, words apart by one space, "St. Louis" as
 * "saint louis", "D.C." as "dc". Empty where nothing of the text is Latin.
 */
export function foldName(text: string): string {
  const words = plain(text).split(' ')
  return words.map((word, i) => (i < words.length - 1 ? (SHORT[word] ?? word) : word)).join(' ')
}

/**
 * The same for a name still being typed: a final "st" may become "Stockholm", so it stands for "saint" only once a dot
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
