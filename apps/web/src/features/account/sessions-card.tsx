import type { Session } from '@barkyard/domain/schemas/account'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useOneAtATime, useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { capital } from '../../lib/words.ts'
import classes from './account.module.css'
import { useEndOtherSessions, useEndSession, useSessions } from './data.ts'

dayjs.extend(relativeTime)

const MOBILE = /Android|iOS|iPad|iPhone/

interface SessionRowProps {
  session: Session
  /** Whether it is being signed out. */
  ending: boolean
  disabled: boolean
  onEnd: () => void
}

function SessionRow({ session, ending, disabled, onEnd }: SessionRowProps) {
  const device = session.device ?? 'Unknown device'
  const lastUsed = `last used ${dayjs(session.lastUsedAt).fromNow()}`
  const Icon = MOBILE.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon size={28} stroke={1.5} className={classes.device ?? ''} aria-hidden="true" />
      <div className="grow">
        <p className={classes.rowTitle}>{device}</p>
        {session.current ? (
          <CollarTag tone="grass">This device</CollarTag>
        ) : (
          <p className="quiet text-small">{capital(lastUsed)}</p>
        )}
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          aria-label={`Sign out ${device}, ${lastUsed}`}
          aria-disabled={disabled}
          onClick={onEnd}
        >
          {ending ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  )
}

/** Every browser that is signed in to the account. */
export function SessionsCard() {
  const sessions = useSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button was removed with its row.
  const toHeading = () => heading.current?.focus()
  const end = useEndSession(toHeading)
  const [startEnd, isDisabled] = useOneRowAtATime(end.mutate)
  const endOthers = useEndOtherSessions(toHeading)
  const startEndOthers = useOneAtATime<void>((_, options) => endOthers.mutate(undefined, options))
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0

  return (
    <Card title="Where you're signed in" headingRef={heading}>
      {sessions.data ? (
        <ul className={classes.sessions}>
          {sessions.data.map(session => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.isPending && end.variables.id === session.id}
              disabled={isDisabled}
              onEnd={() => startEnd({ id: session.id })}
            />
          ))}
        </ul>
      ) : sessions.isError ? (
        <ErrorState title="We couldn't load your devices" onRetry={() => void sessions.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
      {others > 1 ? (
        <Button
          variant="default"
          className={classes.below}
          aria-disabled={endOthers.isPending}
          onClick={() => startEndOthers()}
        >
          {endOthers.isPending ? 'Signing out...' : `Sign out all ${others} others`}
        </Button>
      ) : null}
    </Card>
  )
}
