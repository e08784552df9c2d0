// Apart from the other words: the strip on Sniff takes no more than these.
const ago = new Intl.RelativeTimeFormat('en-US')

/** "20 minutes ago", "3 hours ago", "2 days ago". @param time ISO 8601 */
export function agoWords(time: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(time)) / 60_000)
  if (minutes < 2) return 'just now'
  if (minutes < 60) return ago.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  // Not in a zone's time: the server draws it too.
  return hours < 24 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day')
}

/** "Nov 24, 4:05 PM". @param time ISO 8601 */
export const timeWords = (time: string) =>
  new Date(time).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
