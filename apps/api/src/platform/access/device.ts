import Bowser from 'bowser'

/** No browser sends a longer header. */
const HEADER_MAX = 512
const NAME_MAX = 80

/** "Chrome on Android", from a User-Agent header; null if it is unknown. The header itself is not stored. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_MAX))
  const name = [browser.name, os.name].filter(part => part).join(' on ')
  // A script's header names the program before the first slash or space.
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  return (name || program || '').replaceAll('\0', '').slice(0, NAME_MAX).toWellFormed() || null
}
