import { isolate } from '@barkyard/domain/isolate'
import '../../styles/mantine-field.css'
import {
  APPEAL_ACTIONS,
  type CaseAction,
  needsDog,
  needsOwner,
  REPORT_ACTIONS,
  STATEMENT_MAX,
} from '@barkyard/domain/report'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { startOfDay, UntilField } from '../../components/until-field.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { told } from '../../lib/told.ts'
import { dogCountLabel, isSameName } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { useTemplates } from './data.ts'
import { ACTION_WORDS } from './report-words.ts'
import classes from './reports.module.css'

/**
 * Decides a case: the action, the statement, and the photos or the end of the suspension. What was typed stays when
 * somebody adds to the case meanwhile.
 */
export function DecisionForm({ report, onDone }: { report: AdminReportDetails; onDone: () => void }) {
  const [mayDelete, maySuspendLong] = [useMay('deletion'), useMay('long-suspension')]
  const all: readonly CaseAction[] = report.kind === 'appeal' ? APPEAL_ACTIONS : REPORT_ACTIONS
  const actions = all.filter(
    one =>
      (mayDelete || one !== 'delete-user') &&
      (report.owner || !needsOwner(one)) &&
      // The dog of a sighting is its reader's.
      !(report.about === 'sighting' && needsDog(one)),
  )
  const [action, setAction] = useState<CaseAction>(actions[0] ?? 'dismiss')
  const [statement, setStatement] = useState('')
  const [photoIds, setPhotoIds] = useState<string[]>([])
  const [until, setUntil] = useState('')
  const [firstVersion] = useState(report.version)
  const templates = useTemplates()
  const fitting = templates.data?.filter(template => template.action === action) ?? []
  const decide = useOnce(trpc.admin.decideReport.useMutation(told('Decided', 'Failed to decide', onDone)))
  const [asked, setAsked] = useState<FinalAction | null>(null)
  const dogCount = trpc.admin.dogsOf.useQuery(
    { userId: report.owner?.id ?? '' },
    { enabled: action === 'delete-user' && report.owner !== null, throwOnError: false },
  ).data?.length
  if (report.state === 'decided') return decide.isIdle && statement.trim() ? <Unsent statement={statement} /> : null
  const { owner } = report
  const send = () => {
    const end = action === 'suspend' && until ? { until: startOfDay(until).toISOString() } : {}
    const photos = action === 'remove-photos' ? { photoIds } : {}
    decide.start({ id: report.id, action, statement, version: report.version, ...end, ...photos })
  }
  const isFinal = action === 'delete-user' || (action === 'suspend' && !until)
  return (
    <>
      <form
        className="stack-16"
        onSubmit={event => {
          event.preventDefault()
          if (isFinal && owner) setAsked(action)
          else send()
        }}
      >
        <p role="status" className="quiet">
          {report.version === firstVersion
            ? null
            : 'Something was added to this case since you opened it. Please read it before you decide.'}
        </p>
        <NativeSelect
          label="Decision"
          name="action"
          value={action}
          data={actions.map(value => ({ value, label: ACTION_WORDS[value] }))}
          onChange={event => {
            const chosen = actions.find(one => one === event.currentTarget.value)
            if (chosen) setAction(chosen)
          }}
        />
        {action === 'remove-photos' ? (
          <Checkbox.Group label="Photos to remove" value={photoIds} onChange={setPhotoIds}>
            <div className={`stack-12 ${classes.choices}`}>
              {report.evidence.photos.map((photo, index) => (
                <Checkbox
                  key={photo.id}
                  radius={6}
                  classNames={{ input: classes.control ?? '' }}
                  value={photo.id}
                  disabled={photo.removed}
                  label={
                    <span className={`line ${classes.choice}`}>
                      <img src={photo.url} alt="" />
                      Photo {index + 1}
                    </span>
                  }
                />
              ))}
            </div>
          </Checkbox.Group>
        ) : null}
        {action === 'suspend' ? <UntilField value={until} onChange={setUntil} mayBePermanent={maySuspendLong} /> : null}
        {fitting.length > 0 ? (
          <NativeSelect
            label="Start from a template"
            value=""
            data={[{ value: '', label: 'Choose' }, ...fitting.map(({ id, title }) => ({ value: id, label: title }))]}
            onChange={event => {
              const chosen = fitting.find(({ id }) => id === event.currentTarget.value)
              if (chosen) setStatement(chosen.text)
            }}
          />
        ) : null}
        <Textarea
          label={action === 'dismiss' ? 'Reason (not sent to the owner)' : 'Statement (sent to the owner)'}
          autosize
          minRows={3}
          maxLength={STATEMENT_MAX}
          required
          value={statement}
          onChange={event => setStatement(event.currentTarget.value)}
        />
        <div className="row-12 end">
          <Button
            type="submit"
            disabled={!statement.trim() || (action === 'suspend' && !until && !maySuspendLong)}
            aria-disabled={decide.isPending}
          >
            {decide.isPending ? 'Deciding...' : ACTION_WORDS[action]}
          </Button>
        </div>
      </form>
      {owner ? (
        <ConfirmByName
          action={asked}
          name={`${isolate(owner.firstName)} ${owner.lastName}`.trim()}
          dogCount={dogCount}
          pending={decide.isPending}
          onConfirm={send}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

/** What an admin had typed when another one decided. */
const Unsent = ({ statement }: { statement: string }) => (
  <p role="status" className="quiet">
    Another admin has decided this case. You had written: “{statement.trim()}”
  </p>
)

/** Decisions about an owner that are asked for again. */
type FinalAction = 'suspend' | 'delete-user'

const WORDS: Record<FinalAction, { title: (name: string) => string; text: (dogs: string) => string; button: string }> =
  {
    suspend: {
      title: name => `Suspend ${isolate(name)} for good?`,
      text: () =>
        'Their dogs are hidden and their playdates are cancelled. It does not end by itself: it is for good, unless an appeal reverses it.',
      button: 'Suspend the owner',
    },
    'delete-user': {
      title: name => `Delete ${isolate(name)}'s account?`,
      text: dogs =>
        `All their dogs${dogs}, photos, matches and messages are deleted with it. This cannot be undone, not even by an appeal.`,
      button: 'Delete the owner',
    },
  }

interface ConfirmByNameProps {
  /** null: closed. */
  action: FinalAction | null
  /** The owner's full name. */
  name: string
  /** How many dogs the owner has; undefined while it is unknown. */
  dogCount: number | undefined
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for the owner's name before a decision that cannot simply be taken back. */
function ConfirmByName({ action, name, dogCount, pending, onConfirm, onClose }: ConfirmByNameProps) {
  const [last, setLast] = useState<FinalAction>('suspend')
  // The words stay while the dialog closes.
  if (action && action !== last) setLast(action)
  const words = WORDS[action ?? last]
  return (
    <Dialog opened={action !== null} onClose={onClose} title={words.title(name)} pending={pending} keepsClicks>
      <NameForm
        key={action}
        words={words}
        name={name}
        dogCount={dogCount}
        pending={pending}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </Dialog>
  )
}

type NameFormProps = Omit<ConfirmByNameProps, 'action'> & { words: (typeof WORDS)[FinalAction] }

function NameForm({ words, name, dogCount, pending, onConfirm, onClose }: NameFormProps) {
  const [typed, setTyped] = useState('')
  const isRight = isSameName(typed, name)
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        if (isRight) onConfirm()
      }}
    >
      <p>{words.text(dogCount === undefined ? '' : ` (${dogCountLabel(dogCount)})`)}</p>
      <TextInput
        label={`Type ${isolate(name)} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <FormButtons
        label={words.button}
        pendingLabel="Deciding..."
        pending={pending}
        disabled={!isRight}
        destructive
        stays
        onCancel={onClose}
      />
    </form>
  )
}
