import { useRef, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card, ClosedCard } from '../../components/settings-card.tsx'
import { toastError, told } from '../../lib/toast.ts'
import { dayOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'

const TITLE = 'Playdates in your calendar'

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

function Subscription() {
  // When the address was created. Read at each visit, because another window may have created one.
  const feed = trpc.calendar.feed.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  const [ending, setEnding] = useState(false)
  const open = trpc.calendar.openFeed.useMutation({
    onSuccess: answer => setUrl(answer.url),
    onError: error => toastError(error, 'Failed to create the address'),
  })
  const end = () => {
    setUrl(null)
    heading.current?.focus()
  }
  const close = trpc.calendar.closeFeed.useMutation(
    told('The address no longer works', 'Failed to end the address', () => {
      setEnding(false)
      end()
    }),
  )

  return (
    <Card title={TITLE} headingRef={heading}>
      <p className="quiet text-small">
        Subscribe once, and your calendar app shows the accepted playdates of all your dogs. Changes show up
        automatically.
      </p>
      {url !== null ? (
        <CopyField
          what="address"
          label="The address of your calendar"
          description="Copy it now. You won't see it again. Anyone who has it can read your playdates."
          value={url}
          onDone={end}
        >
          <dl className="stack-12">
            {PROGRAMS.map(({ name, steps }) => (
              <div key={name}>
                <dt className="bold">{name}</dt>
                <dd className="quiet text-small">{steps}</dd>
              </div>
            ))}
          </dl>
        </CopyField>
      ) : (
        <Loaded query={feed} failed="We couldn't load your calendar">
          {address => (
            <div className="row-12 center">
              {address ? (
                <>
                  <p className="grow">Your calendar has had an address since {dayOf(address.createdAt)}.</p>
                  <Button variant="outline" color="collar" onClick={() => setEnding(true)}>
                    End it
                  </Button>
                </>
              ) : null}
              <Button variant="default" aria-disabled={open.isPending} onClick={() => open.mutate()}>
                {address ? 'Create a new address' : 'Subscribe'}
              </Button>
            </div>
          )}
        </Loaded>
      )}
      <ConfirmDialog
        opened={ending}
        onClose={() => setEnding(false)}
        onConfirm={() => close.mutate()}
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
  return <ClosedCard title={TITLE} text="your calendar" />
}
