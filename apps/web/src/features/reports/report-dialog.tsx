import { REPORT_KINDS, REPORT_NOTE_MAX, type ReportKind } from '@barkyard/domain/report'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { SafetyGuide } from '../../components/safety-guide.tsx'
import { useBlock } from '../../lib/block.ts'
import { toastError } from '../../lib/toast.ts'
import { type Inputs, trpc } from '../../trpc.ts'
import { KIND_WORDS } from './report-words.ts'

interface ReportProps extends Opened {
  about: Pick<Inputs['reports']['create'], 'dogId' | 'lostId' | 'sightingId'>
  title: string
  attached: string
  /** The reported dog, whose owner can be blocked as well. Absent: a search or a sighting. */
  dog?: Dog
  leaveTo?: string | undefined
}

export const ReportDialog = mountedWhenOpened((props: ReportProps) => (
  <Dialog opened={props.opened} onClose={props.onClose} title={props.title} keepsClicks>
    <ReportSteps {...props} />
  </Dialog>
))

function ReportSteps({ about, attached, dog, leaveTo, onClose }: ReportProps) {
  const [kind, setKind] = useState<ReportKind | null>(null)
  const [isChosen, setChosen] = useState(false)
  const [note, setNote] = useState('')
  const [isReading, setReading] = useState(false)
  const report = trpc.reports.create.useMutation({
    meta: { refresh: [] },
    onError: error => toastError(error, 'Failed to send the report'),
  })
  if (report.isSuccess) return <Sent dog={dog} leaveTo={leaveTo} onClose={onClose} />
  if (isReading)
    return (
      <div className="stack-16">
        <SafetyGuide />
        <div className="row-12 end">
          <Button onClick={() => setReading(false)}>Back to the report</Button>
        </div>
      </div>
    )
  if (kind === null || !isChosen)
    return (
      <div className="stack-16">
        <fieldset>
          <legend className="bold">What is it about?</legend>
          {REPORT_KINDS.map(one => (
            <Check key={one} type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)}>
              {KIND_WORDS[one]}
            </Check>
          ))}
        </fieldset>
        <p className="quiet">If somebody is in danger right now, call your local emergency number first.</p>
        <div>
          <Button
            variant="subtle"
            size="sm"
            style={{ marginInlineStart: 'calc(-1 * var(--button-padding-x))' }}
            onClick={() => setReading(true)}
          >
            Safety guide
          </Button>
        </div>
        <div className="row-12 end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={kind === null} onClick={() => setChosen(true)}>
            Next
          </Button>
        </div>
      </div>
    )
  return (
    <div className="stack-16">
      <Textarea
        label="What happened? (optional)"
        description={`A few words help. ${attached}`}
        minRows={4}
        maxLength={REPORT_NOTE_MAX}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
        data-autofocus
      />
      <div className="row-12 end">
        <Button variant="default" onClick={() => setChosen(false)}>
          Back
        </Button>
        <Button pending={report.isPending && 'Sending...'} onClick={() => report.mutate({ ...about, kind, note })}>
          Send report
        </Button>
      </div>
    </div>
  )
}

interface SentProps extends Pick<ReportProps, 'leaveTo' | 'onClose'> {
  dog: Dog | undefined
}

function Sent({ dog, onClose, leaveTo }: SentProps) {
  const block = useBlock(onClose, leaveTo)
  return (
    <div className="stack-16" role="status">
      <p>
        Thank you. A moderator will read your report and decide. Whoever is reported isn't told by whom. We'll let you
        know whether anything was done.
      </p>
      {dog ? (
        <p>
          You can also block <bdi>{dog.name}</bdi>'s owner, so that you no longer see each other.
        </p>
      ) : null}
      <div className="row-12 end">
        {dog ? (
          <Button variant="default" aria-disabled={block.isPending} onClick={() => block.mutate({ dogId: dog.id })}>
            Block <bdi>{dog.name}</bdi>'s owner
          </Button>
        ) : null}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
