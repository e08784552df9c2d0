import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useZoneNote } from '../../time-zone.ts'

const NEAR = { padding: '0 8px', borderRadius: 'var(--radius-pill)' }

interface WhenWhereProps {
  plan: { whenTs: string; timeZone: string; parkId: string; parkName: string }
  now: Date
  /** How near it is: "In 20 minutes". */
  near?: string | null
  children?: ReactNode
}

export function WhenWhere({ plan: { whenTs, timeZone, parkId, parkName }, now, near, children }: WhenWhereProps) {
  const when = new Date(whenTs)
  const zone = useZoneNote({ whenTs, timeZone })
  return (
    <>
      <p className="icon-line">
        <IconCalendarEvent size={20} aria-hidden="true" />
        <span className="line tabular" style={{ flexWrap: 'wrap', columnGap: '0.6em' }}>
          <time dateTime={whenTs} data-fixed style={{ display: 'contents' }}>
            {near ? (
              <span className="on-ball bold" style={NEAR}>
                {near}
              </span>
            ) : null}{' '}
            <span>{parkDateLabel(when, now, timeZone)}</span> <b>{parkTimeLabel(when, timeZone)}</b>
          </time>{' '}
          {zone ? <span className="quiet">{zone}</span> : null}
        </span>
      </p>
      <p className="icon-line">
        <IconMapPin size={20} aria-hidden="true" />
        <span>
          {/* Above a link that covers the card. */}
          <Link to={`/park/${parkId}`} className="relative" style={{ color: 'inherit' }}>
            {parkName}
          </Link>
          {children}
        </span>
      </p>
    </>
  )
}
