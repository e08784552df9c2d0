import type { Session } from '@barkyard/domain/schemas/account'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card, Thing } from '../../components/settings-card.tsx'
import { useOnce, useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { told } from '../../lib/told.ts'
import { capital } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { useEndSession } from './data.ts'

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
  return (
    <Thing
      Icon={MOBILE.test(device) ? IconDeviceMobile : IconDeviceDesktop}
      title={device}
      action={
        session.current ? null : (
          <Button
            variant="default"
            aria-label={`Sign out ${device}, ${lastUsed}`}
            aria-disabled={disabled}
            onClick={onEnd}
          >
            {ending ? 'Signing out...' : 'Sign out'}
          </Button>
        )
      }
    >
      {session.current ? (
        <CollarTag tone="grass">This device</CollarTag>
      ) : (
        <p className="quiet text-small">{capital(lastUsed)}</p>
      )}
    </Thing>
  )
}

export function SessionsCard() {
  const sessions = trpc.account.sessions.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button was removed with its row.
  const toHeading = () => heading.current?.focus()
  const end = useEndSession(toHeading)
  const [startEnd, isDisabled] = useOneRowAtATime(end.mutate)
  const endOthers = useOnce(
    trpc.account.endOtherSessions.useMutation(
      told('Signed out everywhere else', 'Failed to sign out the other devices', toHeading),
    ),
  )
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0

  return (
    <Card title="Where you're signed in" headingRef={heading}>
      <Loaded query={sessions} failed="We couldn't load your devices" rows={2}>
        {all => (
          <ul className="stack-4">
            {all.map(session => (
              <SessionRow
                key={session.id}
                session={session}
                ending={end.isPending && end.variables.id === session.id}
                disabled={isDisabled}
                onEnd={() => startEnd({ id: session.id })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {others > 1 ? (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          aria-disabled={endOthers.isPending}
          onClick={() => endOthers.start()}
        >
          {endOthers.isPending ? 'Signing out...' : `Sign out all ${others} others`}
        </Button>
      ) : null}
    </Card>
  )
}
