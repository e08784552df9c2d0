import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Row } from '../../components/settings-card.tsx'
import { useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { told } from '../../lib/toast.ts'
import { trpc, trpcClient } from '../../trpc.ts'
import { changed, type DeviceState, subscriptionNow, useDeviceState, useEndpoints, useTurnOn } from './this-device.ts'

const EXPLAINED: Record<DeviceState, string> = {
  unknown: 'Looking...',
  unsupported: "This browser can't show notifications. The bell lists everything.",
  'install-first':
    'On iPhone and iPad, add Barkyard to the Home Screen first: tap Share, then “Add to Home Screen”. Open it from there, then turn notifications on here.',
  blocked:
    'Your browser blocks notifications from Barkyard. Open the site settings next to the address, set Notifications to “Allow”, and come back to this page.',
  off: "This device doesn't get notifications.",
  on: 'This device gets notifications.',
}

function ThisDevice({ onDone }: { onDone: () => void }) {
  const state = useDeviceState()
  const current = useEndpoints().data?.find(one => one.current)
  const turnOn = useTurnOn(onDone)
  const turnOff = useMutation({
    ...changed,
    mutationFn: async (id: string) => {
      await trpcClient.push.unsubscribe.mutate({ id })
      await (await subscriptionNow())?.unsubscribe()
    },
    ...told('Notifications are off on this device', 'Failed to turn notifications off', onDone),
  })
  const test = trpc.push.test.useMutation({
    meta: { refresh: [] },
    ...told(
      ({ sentTo }: { sentTo: number }) => ({
        title: 'Test sent',
        message: sentTo === 1 ? 'It will arrive in a moment.' : `To ${sentTo} devices, in a moment.`,
      }),
      'Failed to send the test',
    ),
  })
  const action =
    state === 'off' ? (
      <Button pending={turnOn.isPending && 'Turning on...'} onClick={() => turnOn.mutate()}>
        Turn on
      </Button>
    ) : state === 'on' && current ? (
      <div className="row-8">
        <Button aria-disabled={test.isPending} variant="default" onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <Button aria-disabled={turnOff.isPending} variant="default" onClick={() => turnOff.mutate(current.id)}>
          Turn off
        </Button>
      </div>
    ) : null
  return (
    <Row title="Push on this device" action={action}>
      <p className="quiet text-small" role="status">
        {state === 'on' && current?.refused
          ? 'The push service of this browser refuses our notifications, so this device gets none. Please tell whoever runs Barkyard here.'
          : EXPLAINED[state]}
      </p>
    </Row>
  )
}

/** @param onDone receives the focus of a button that disappears */
export function Devices({ onDone }: { onDone: () => void }) {
  const others = useEndpoints().data?.filter(({ current }) => !current) ?? []
  const utils = trpc.useUtils()
  const remove = trpc.push.unsubscribe.useMutation({
    ...changed,
    ...told('Notifications are off on that device', 'Failed to turn notifications off on that device', onDone, () =>
      utils.push.invalidate(),
    ),
  })
  const [startRemove, isDisabled] = useOneRowAtATime(remove.mutate)
  return (
    <>
      <ThisDevice onDone={onDone} />
      {others.length > 0 ? (
        <ul className="stack-4" aria-label="Other devices that get notifications">
          {others.map(({ id, device, refused }) => (
            <li key={id} className="row-12 center">
              <span className="grow">
                {device ?? 'Unknown device'}
                {refused ? ' (its push service refuses our notifications)' : ''}
              </span>
              <Button
                variant="default"
                aria-label={`Turn off on ${device ?? 'unknown device'}`}
                aria-disabled={isDisabled}
                onClick={() => startRemove({ id })}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
