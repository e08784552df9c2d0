import { isolate } from '@barkyard/domain/isolate'
import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Verification } from '@barkyard/domain/schemas/verification'
import { BADGES, EVIDENCE_KEPT_DAYS, VERIFICATION_KINDS, type VerificationKind } from '@barkyard/domain/verification'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { PhotoButton } from '../../components/photo-button.tsx'
import { Card, Row } from '../../components/settings-card.tsx'
import { sendForm } from '../../lib/photo-upload.ts'
import { toastError, told } from '../../lib/toast.ts'
import { dayOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { Code, EVIDENCE, evidenceUrl } from './parts.tsx'

const LIST = { paddingInlineStart: '1.4em', listStyle: 'decimal' }

const Steps = ({ dog: { name }, check }: { dog: Dog; check: Verification }) =>
  check.kind === 'photo' ? (
    <ol className="stack-12" style={LIST}>
      <li>
        Write these four words on a piece of paper:
        <Code code={check.code ?? ''} />
      </li>
      <li>
        Take a photo of <bdi>{name}</bdi> beside the paper. Both must be easy to see.
      </li>
      <li>
        Send the photo. A moderator compares it with <bdi>{name}</bdi>'s main photo.
      </li>
    </ol>
  ) : (
    <ol className="stack-12" style={LIST}>
      <li>
        Take a photo of the page that names <bdi>{name}</bdi>, the vaccination, and its last day.
      </li>
      <li>Cover what nobody needs to read, such as your address.</li>
      <li>Send the photo. A moderator notes the last day, and we remind you before it.</li>
    </ol>
  )

function ChoosePhoto({ label, isFirst, check }: { label: string; isFirst: boolean; check: Verification }) {
  const [isReading, setReading] = useState(false)
  const send = useMutation({
    mutationFn: (photo: File) => sendForm(`/api/verifications/${check.id}/evidence`, { photo }),
    ...told({ title: 'Photo sent', message: 'A moderator will look at it.' }, 'Failed to send the photo'),
  })
  return (
    <PhotoButton
      label={label}
      variant={isFirst ? 'filled' : 'default'}
      pending={(isReading || send.isPending) && 'Sending...'}
      onReading={setReading}
      onPhoto={photo => send.mutate(photo)}
    >
      {label}
    </PhotoButton>
  )
}

function Sent({ dog, check, onWithdrawn }: { dog: Dog; check: Verification; onWithdrawn: () => void }) {
  const withdraw = trpc.verifications.withdraw.useMutation(
    told({ title: 'Taken back', message: 'Your photo was deleted.' }, 'Failed to take it back', onWithdrawn),
  )
  const words = useRef<HTMLParagraphElement>(null)
  // The button that sent it has gone.
  useEffect(() => words.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <p ref={words} tabIndex={-1}>
        A moderator will look at this photo. You will be told.
        {check.code ? ` The paper must say “${check.code}”.` : ''}
      </p>
      <img style={EVIDENCE} src={evidenceUrl(check)} alt={`What you sent about ${isolate(dog.name)}`} />
      <div className="row-12">
        <ChoosePhoto label="Send another photo" isFirst={false} check={check} />
        <Button
          variant="subtle"
          color="collar"
          aria-disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: check.id })}
        >
          Take it back
        </Button>
      </div>
    </>
  )
}

const TITLES: Record<VerificationKind, string> = { photo: 'Photo', vaccination: 'Vaccination record' }

interface CheckDialogProps extends Opened {
  dog: Dog
  kind: VerificationKind
  /** The latest one; null until it is started. */
  check: Verification | null
}

const CheckDialog = mountedWhenOpened(({ dog, kind, check, opened, onClose }: CheckDialogProps) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={`${kind === 'photo' ? 'Photo check' : TITLES[kind]}: ${isolate(dog.name)}`}
  >
    <div className="stack-24">
      {check?.state === 'open' ? (
        <>
          <Steps dog={dog} check={check} />
          <div className="row-12">
            <ChoosePhoto label="Choose the photo" isFirst check={check} />
          </div>
        </>
      ) : check?.state === 'waiting' ? (
        <Sent dog={dog} check={check} onWithdrawn={onClose} />
      ) : (
        <p>This check is over.</p>
      )}
      <p className="quiet breakable">
        Only you and the moderators can see the photo. It is deleted {EVIDENCE_KEPT_DAYS} days after the decision, and
        at once if you take it back.
      </p>
    </div>
  </Dialog>
))

/** What an owner reads about a check, what the button says, if there is something to do, and where it leads, if elsewhere. */
function statusOf(kind: VerificationKind, dog: Dog, last: Verification | null) {
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
