// Apart from the other words: the strip on Sniff takes no more than these.
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} ago`

/** "20 minutes ago", "3 hours ago", "2 days ago". @param time ISO 8601 */
export function agoWords(time: string, now: Date): string {
  const past = now.getTime() - Date.parse(time)
  if (past < 2 * MINUTE) return 'just now'
  if (past < HOUR) return count(Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return count(Math.floor(past / HOUR), 'hour')
  // Not in a zone's time: the server draws it too.
  return count(Math.floor(past / DAY), 'day')
}

/** "Nov 24, 4:05 PM". @param time ISO 8601 */
export const timeWords = (time: string) =>
  new Date(time).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
