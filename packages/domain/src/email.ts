import { BLANK } from './text.ts'

/** The parser of the platform: it gives a domain its ASCII form (UTS 46) in browsers and on the server. */
declare const URL: new (address: string) => { hostname: string }

export interface Email {
  /** As it is kept and shown. A mail goes to this address, letter for letter. */
  address: string
  /** The address with its domain in ASCII, as a mail server is told it. */
  ascii: string
  /** The mailbox in which addresses are compared and counted: `ascii` in small letters. */
  mailbox: string
}

const ASCII = /^[\0-\x7f]*$/
/** Characters that show nothing. */
const INVISIBLE = new RegExp(`[\\s\\p{Cc}\\p{Cf}${BLANK}]`, 'u')
const AT_THE_ENDS = new RegExp(`^${INVISIBLE.source}+|${INVISIBLE.source}+$`, 'gu')
/** The part before the @ without quotes: everything that HTML's fields take, and letters of other alphabets. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~.-]+$/
const LETTERS = /^[\w!#$%&'*+/=?^`{|}~.\p{L}\p{M}\p{N}\p{So}-]+$/u
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A last label of digits is an address of a network. */
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)
/** What a domain may be typed with. Two joiners are invisible, but the ASCII form keeps them where an alphabet needs them. */
const DOMAIN = new RegExp(`^(?:(?![${BLANK}])[\\p{L}\\p{M}\\p{N}\\p{So}.。．｡-]|[\\u200c\\u200d])+$`, 'u')

function asciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain)) return null
  try {
    const { hostname } = new URL(`http://${domain}`)
    return hostname.length <= 253 && HOST.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

const bytes = (text: string) => encodeURIComponent(text).replaceAll(/%../g, 'x').length

/**
 * Whether the part before the @ names one mailbox only. Letters that become others in another form (full width, the Kelvin
 * sign) would be compared as an address that they are not.
 */
const isLocal = (local: string) =>
  bytes(local) <= 64 &&
  (LOCAL.test(local) ||
    (LETTERS.test(local) &&
      !INVISIBLE.test(local) &&
      local.normalize('NFC').normalize('NFKC') === local.normalize('NFC') &&
      ![...local].some(letter => letter > '\x7f' && /[ -~]/.test(letter.normalize('NFC').toLowerCase().charAt(0)))))

/**
 * Reads an e-mail address as somebody typed or pasted it: what cannot be seen at its ends is dropped.
 * @returns null if no mail can arrive there, or if it would arrive somewhere else than it says. Quoted names and addresses
 * of networks in brackets are refused too.
 */
export function readEmail(typed: string): Email | null {
  const text = typed.replaceAll(AT_THE_ENDS, '')
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1).normalize('NFC')]
  const host = asciiDomain(domain)
  if (host === null || !isLocal(local)) return null
  // Full-width letters and dots become the usual ones, which are what the name's server is asked for anyway.
  const shown = ASCII.test(domain) ? domain : domain.normalize('NFKC').toLowerCase().replaceAll(/[。｡]/g, '.')
  if (asciiDomain(shown) !== host) return null
  const ascii = `${local.normalize('NFC')}@${host}`
  if (ascii.length > 254) return null
  return { address: `${local.normalize('NFC')}@${shown}`, ascii, mailbox: ascii.toLowerCase() }
}

/** Whether an address holds characters inside that nobody sees. */
export const hidesCharacters = (typed: string) =>
  new RegExp(`(?!\\p{Zs})${INVISIBLE.source}`, 'u').test(typed.replaceAll(AT_THE_ENDS, ''))

/**
 * The mailbox of any text that stands for an address, also of one that is no longer taken: what cannot be seen and the
 * brackets of "<a@b>" do not count.
 */
export function mailboxOf(text: string): string {
  const plain = text.replaceAll(new RegExp(INVISIBLE.source, 'gu'), '').replaceAll(/^<+|>+$/g, '')
  return (readEmail(text) ?? readEmail(plain))?.mailbox ?? text.trim().toLowerCase()
}
