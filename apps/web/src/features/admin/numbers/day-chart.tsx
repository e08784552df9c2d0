import classes from './numbers.module.css'

const [HEIGHT, WIDTH, GAP] = [64, 28, 8]
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const nameOf = (day: string) => weekday.format(new Date(`${day}T00:00:00Z`))

/** A bar for each day, with its number above and its name below. */
export function DayChart({ title, days }: { title: string; days: readonly { day: string; count: number }[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const inWords = days.map(({ day, count }) => `${nameOf(day)} ${count}`).join(', ')
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${days.length * (WIDTH + GAP) - GAP} ${HEIGHT + 32}`}
      role="img"
      aria-label={`${title} by day: ${inWords}`}
    >
      {days.map(({ day, count }, nth) => {
        const x = nth * (WIDTH + GAP)
        const height = Math.max(2, (count / most) * HEIGHT)
        return (
          <g key={day}>
            <rect x={x} y={16 + HEIGHT - height} width={WIDTH} height={height} rx={count > 0 ? 4 : 1} />
            <text x={x + WIDTH / 2} y={11 + HEIGHT - height}>
              {count > 999 ? `${Math.round(count / 1000)}k` : count}
            </text>
            <text x={x + WIDTH / 2} y={HEIGHT + 29}>
              {nameOf(day)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
