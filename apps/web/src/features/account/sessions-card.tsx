import type { Session } from '@barkyard/domain/schemas/account'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card, Thing } from '../../components/settings-card.tsx'
import { useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { told } from '../../lib/toast.ts'
import { capital, dayOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'

const MOBILE = /Android|iOS|iPad|iPhone/

/** The use is stored once a day, so no hour is known. */
const lastUse = (at: string) =>
  Date.now() - Date.parse(at) < 24 * 60 * 60 * 1000 ? 'used in the last 24 hours' : `last used ${dayOf(at)}`

export function SessionsCard() {
  const utils = trpc.useUtils()
  const sessions = trpc.account.sessions.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const toHeading = () => heading.current?.focus()
  const end = trpc.account.endSession.useMutation(
    told(
      'Signed out on that device',
      'Failed to sign out on that device',
      toHeading,
      () => void utils.account.sessions.invalidate(),
    ),
  )
  const [startEnd, isDisabled] = useOneRowAtATime(end.mutate)
  const endOthers = trpc.account.endOtherSessions.useMutation(
    told('Signed out everywhere else', 'Failed to sign out the other devices', toHeading),
  )
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  const rowOf = ({ id, device, current, lastUsedAt }: Session) => {
    const name = device ?? 'Unknown device'
    const lastUsed = lastUse(lastUsedAt)
    return (
      <Thing
        key={id}
        Icon={MOBILE.test(name) ? IconDeviceMobile : IconDeviceDesktop}
        title={name}
        action={
          current ? null : (
            <Button
              variant="default"
              aria-label={`Sign out ${name}, ${lastUsed}`}
              aria-disabled={isDisabled}
              onClick={() => startEnd({ id })}
            >
              {end.isPending && end.variables.id === id ? 'Signing out...' : 'Sign out'}
            </Button>
          )
        }
      >
        {current ? (
          <CollarTag tone="grass">This device</CollarTag>
        ) : (
          <p className="quiet text-small">{capital(lastUsed)}</p>
        )}
      </Thing>
    )
  }
  return (
    <Card title="Where you're signed in" headingRef={heading}>
      <Loaded query={sessions} failed="We couldn't load your devices" rows={2}>
        {all => <ul className="stack-4">{all.map(rowOf)}</ul>}
      </Loaded>
      {others > 1 ? (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          pending={endOthers.isPending && 'Signing out...'}
          onClick={() => endOthers.mutate()}
        >
          {`Sign out all ${others} others`}
        </Button>
      ) : null}
    </Card>
  )
}
