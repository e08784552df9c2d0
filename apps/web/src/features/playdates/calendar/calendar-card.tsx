import '../../../styles/mantine-field.css'
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { SkeletonRows } from '../../../components/loading.tsx'
import { Card } from '../../../components/settings-card.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
import classes from './calendar-card.module.css'

/** When the calendar address was created. Refreshed at each visit, because another window may have created one. */
const useFeed = () => trpc.calendar.feed.useQuery(undefined, { staleTime: 0, throwOnError: false })

const useOpenFeed = (onOpened: (url: string) => void) =>
  trpc.calendar.openFeed.useMutation({
    onSuccess: ({ url }) => onOpened(url),
    onError: error => toastError(error, 'Failed to create the address'),
  })

const useCloseFeed = (onClosed: () => void) =>
  trpc.calendar.closeFeed.useMutation({
    onSuccess: () => {
      onClosed()
      toast({ title: 'The address no longer works' })
    },
    onError: error => toastError(error, 'Failed to end the address'),
  })

const TITLE = 'Playdates in your calendar'
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** How to subscribe in each program. */
const PROGRAMS = [
  {
    name: 'Google Calendar',
    steps:
      'On a computer, click + beside "Other calendars", then "From URL". Paste the address. Google looks for changes a few times a day.',
  },
  {
    name: 'Apple Calendar',
    steps:
      'On a Mac: File, then "New Calendar Subscription". On an iPhone: Calendars, then "Add Calendar", then "Add Subscription Calendar".',
  },
  { name: 'Outlook', steps: 'On outlook.com: "Add calendar", then "Subscribe from web". Paste the address.' },
] as const

/** The address itself, which is shown only once. */
function NewAddress({ url, onDone }: { url: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  // The focused button was removed.
  useEffect(() => field.current?.select(), [])
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ title: 'Address copied' }),
      // Browsers allow copying only on https. Select the text for the keyboard instead.
      () => field.current?.select(),
    )
  return (
    <div className="stack-16">
      <TextInput
        ref={field}
        label="The address of your calendar"
        description="Copy it now. You won't see it again. Anyone who has it can read your playdates."
        value={url}
        readOnly
        spellCheck={false}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button onClick={() => void copy()}>Copy address</Button>
      </div>
      <dl className={classes.programs}>
        {PROGRAMS.map(({ name, steps }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Subscription() {
  const feed = useFeed()
  const heading = useRef<HTMLHeadingElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  const [ending, setEnding] = useState(false)
  const open = useOpenFeed(setUrl)
  const startOpen = useOneAtATime<void>((_, options) => open.mutate(undefined, options))
  const close = useCloseFeed(() => {
    setEnding(false)
    setUrl(null)
    heading.current?.focus()
  })
  const startClose = useOneAtATime<void>((_, options) => close.mutate(undefined, options))

  if (feed.isError && feed.data === undefined)
    return (
      <Card title={TITLE}>
        <ErrorState title="We couldn't load your calendar" onRetry={() => void feed.refetch()} />
      </Card>
    )
  const since = feed.data?.createdAt ?? null
  return (
    <Card title={TITLE} headingRef={heading}>
      <p className="quiet text-small">
        Subscribe once, and your calendar app shows the accepted playdates of all your dogs. Changes show up
        automatically.
      </p>
      {url !== null ? (
        <NewAddress
          url={url}
          onDone={() => {
            setUrl(null)
            heading.current?.focus()
          }}
        />
      ) : feed.data === undefined ? (
        <SkeletonRows rows={1} />
      ) : (
        <div className={classes.feed}>
          {since === null ? null : (
            <p className={classes.since}>Your calendar has had an address since {day.format(new Date(since))}.</p>
          )}
          {since === null ? null : (
            <Button variant="outline" color="collar" onClick={() => setEnding(true)}>
              End it
            </Button>
          )}
          <Button variant="default" aria-disabled={open.isPending} onClick={() => startOpen()}>
            {since === null ? 'Subscribe' : 'Create a new address'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={ending}
        onClose={() => setEnding(false)}
        onConfirm={() => startClose()}
        title="End this address?"
        confirmLabel="End it"
        pending={close.isPending}
        pendingLabel="Ending..."
        destructive
      >
        Calendar apps that use it will stop showing your playdates.
      </ConfirmDialog>
    </Card>
  )
}

/** The calendar feed. It belongs to the account, so it is closed while an admin acts as somebody else's dog. */
export function CalendarCard() {
  const user = useUser()
  if (!user) return null
  if (!user.isImpersonating) return <Subscription />
  return (
    <Card title={TITLE}>
      <p>You can't see your calendar while you act as somebody else's dog. Stop impersonating first.</p>
    </Card>
  )
}
