import { isolate } from '@barkyard/domain/isolate'
import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Verification } from '@barkyard/domain/schemas/verification'
import { BADGES, VERIFICATION_KINDS, type VerificationKind } from '@barkyard/domain/verification'
import { useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card, Row } from '../../components/settings-card.tsx'
import { toastError } from '../../lib/toast.ts'
import { dayOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { CheckDialog } from './check-dialog.tsx'

/** What an owner reads about a check, and what the button says. Without a button there is nothing to do. */
interface Status {
  text: string
  button: string | null
  /** Where the button leads, if there is something to do before the check. */
  to?: string
}

function statusOf(kind: VerificationKind, dog: Dog, last: Verification | null): Status {
  const isPhoto = kind === 'photo'
  const until = dog.verified.vaccinatedUntil
  if (last?.state === 'waiting') return { text: 'Sent. A moderator will look at it.', button: 'See what you sent' }
  if (last?.state === 'open')
    return {
      text: isPhoto ? 'Your four words are waiting for their photo.' : "We're waiting for your photo of the record.",
      button: 'Continue',
    }
  if (isPhoto && dog.verified.photo)
    return { text: `${BADGES.photo}. The badge stays until the main photo or the breed changes.`, button: null }
  if (isPhoto && dog.photos.length === 0)
    return { text: `Add a photo of ${isolate(dog.name)} first.`, button: 'Add a photo', to: `/dog/${dog.id}/edit` }
  if (!isPhoto && until !== null)
    return { text: `${BADGES.vaccination}, good until ${dayOf(until)}.`, button: 'Send a newer record' }
  if (last?.state === 'refused')
    return { text: `Not approved${last.reason ? `: ${last.reason}` : '.'}`, button: 'Try again' }
  if (isPhoto && last?.state === 'approved')
    return { text: 'The check ended, because the main photo or the breed changed.', button: 'Get checked again' }
  if (last?.state === 'approved' && last.expiresOn !== null)
    return { text: `The record ran out on ${dayOf(last.expiresOn)}.`, button: 'Send a newer record' }
  return {
    text: isPhoto
      ? `Show that the main photo is of ${isolate(dog.name)}.`
      : `Show a vaccination record of ${isolate(dog.name)}.`,
    button: 'Get checked',
  }
}

const TITLES: Record<VerificationKind, string> = { photo: 'Photo', vaccination: 'Vaccination record' }

function CheckRow({ dog, kind, last }: { dog: Dog; kind: VerificationKind; last: Verification | null }) {
  const [isOpened, setOpened] = useState(false)
  const start = trpc.verifications.start.useMutation({
    onSuccess: () => setOpened(true),
    onError: error => toastError(error, 'Failed to ask for a check'),
  })
  const { text, button, to } = statusOf(kind, dog, last)
  const isUndecided = last?.state === 'open' || last?.state === 'waiting'
  return (
    <Row
      title={TITLES[kind]}
      action={
        button === null ? null : to ? (
          <ButtonLink variant="default" to={to}>
            {button}
          </ButtonLink>
        ) : (
          <Button
            variant="default"
            aria-label={`${button}: ${TITLES[kind].toLowerCase()}`}
            aria-disabled={start.isPending}
            onClick={() => (isUndecided ? setOpened(true) : start.mutate({ id: dog.id, kind }))}
          >
            {button}
          </Button>
        )
      }
    >
      <p className="quiet breakable" role="status">
        {text}
      </p>
      <CheckDialog dog={dog} kind={kind} check={last} opened={isOpened} onClose={() => setOpened(false)} />
    </Row>
  )
}

export function ChecksCard({ dog }: { dog: Dog }) {
  const list = trpc.verifications.list.useQuery({ limit: LIST_PAGE_MAX }, { staleTime: 0, throwOnError: false })
  return (
    <Card title="Checked by a moderator">
      <p className="quiet breakable">
        A badge says what was checked, and no more. It says nothing about <bdi>{dog.name}</bdi>'s health.
      </p>
      <Loaded query={list} failed="We couldn't load the checks" rows={2}>
        {({ items }) =>
          VERIFICATION_KINDS.map(kind => (
            <CheckRow
              key={kind}
              dog={dog}
              kind={kind}
              last={items.find(one => one.dogId === dog.id && one.kind === kind && one.state !== 'withdrawn') ?? null}
            />
          ))
        }
      </Loaded>
    </Card>
  )
}
