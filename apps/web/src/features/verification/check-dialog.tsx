import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Verification } from '@barkyard/domain/schemas/verification'
import { EVIDENCE_KEPT_DAYS, type VerificationKind } from '@barkyard/domain/verification'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { PhotoButton } from '../../components/photo-button.tsx'
import { sendForm } from '../../lib/photo-upload.ts'
import { told } from '../../lib/toast.ts'
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

const TITLES: Record<VerificationKind, string> = { photo: 'Photo check', vaccination: 'Vaccination record' }

interface CheckDialogProps extends Opened {
  dog: Dog
  kind: VerificationKind
  /** The latest one; null until it is started. */
  check: Verification | null
}

export const CheckDialog = mountedWhenOpened(({ dog, kind, check, opened, onClose }: CheckDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={`${TITLES[kind]}: ${isolate(dog.name)}`}>
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
