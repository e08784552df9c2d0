import { isolate } from '@barkyard/domain/isolate'
import { APPEAL_ACTIONS, type CaseAction, needsDog, needsOwner, REPORT_ACTIONS } from '@barkyard/domain/report'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ChangedNote, useReason } from '../../components/queue.tsx'
import { startOfDay, UntilField } from '../../components/until-field.tsx'
import { told } from '../../lib/toast.ts'
import { useAsked } from '../../lib/use-asked.ts'
import { dogCountLabel, isSameName } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { ACTION_WORDS } from './report-words.ts'

const CHOICE = { width: 56, height: 70, borderRadius: 10, objectFit: 'cover' } as const

/** The action, the statement, photos or the end of a suspension. What was typed stays if the case grows meanwhile. */
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
  const label = action === 'dismiss' && { label: 'Reason (not sent to the owner)' }
  const { reason: statement, field } = useReason({ action, required: true, ...label })
  const [photoIds, setPhotoIds] = useState<string[]>([])
  const [until, setUntil] = useState('')
  /** The owner's name, before what cannot simply be taken back. */
  const [typed, setTyped] = useState('')
  const utils = trpc.useUtils()
  const decided = told('Decided', 'Failed to decide', onDone, () => utils.admin.report.invalidate({ id: report.id }))
  const decide = trpc.admin.decideReport.useMutation(decided)
  const asked = useAsked<CaseAction>()
  const dogCount = trpc.admin.dogsOf.useQuery(
    { userId: report.owner?.id ?? '' },
    { enabled: action === 'delete-user' && report.owner !== null, throwOnError: false },
  ).data?.length
  // What was typed when another admin decided, not where only the answer to one's own decision was lost.
  const isOthers = !decide.isPending && report.decisions.every(one => one.statement !== statement.trim())
  if (report.state === 'decided')
    return isOthers && statement.trim() ? (
      <p role="status" className="quiet">
        Another admin has decided this case. You had written: “{statement.trim()}”
      </p>
    ) : null
  const { owner, evidence, currentDog } = report
  const kept = new Set(evidence.photos.map(({ id }) => id))
  const added = currentDog?.photos.filter(({ id }) => !kept.has(id)) ?? []
  const photos = [...evidence.photos, ...added.map(({ id, urlThumb }) => ({ id, url: urlThumb, removed: false }))]
  const name = owner ? `${isolate(owner.firstName)} ${owner.lastName}`.trim() : ''
  const isDeletion = asked.subject === 'delete-user'
  const send = () => {
    const end = action === 'suspend' && until ? { until: startOfDay(until).toISOString() } : {}
    // Its owner may have deleted one since it was chosen.
    const chosen = photos.filter(({ id, removed }) => !removed && photoIds.includes(id)).map(({ id }) => id)
    const removed = action === 'remove-photos' ? { photoIds: chosen } : {}
    decide.mutate({ id: report.id, action, statement, version: report.version, ...end, ...removed })
  }
  const isFinal = action === 'delete-user' || (action === 'suspend' && !until)
  return (
    <>
      <form
        className="stack-16"
        onSubmit={event => {
          event.preventDefault()
          setTyped('')
          if (isFinal && owner) asked.ask(action)
          else send()
        }}
      >
        <ChangedNote
          version={report.version}
          text="Something was added to this case since you opened it. Please read it before you decide."
        />
        <NativeSelect
          label="Decision"
          name="action"
          value={action}
          data={actions.map(value => ({ value, label: ACTION_WORDS[value] }))}
          onChange={event => setAction(event.currentTarget.value as CaseAction)}
        />
        {action === 'remove-photos' ? (
          <fieldset>
            <legend className="bold">Photos to remove</legend>
            <div className="stack-4" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))' }}>
              {photos.map(({ id, url, removed }, index) => (
                <Check
                  key={id}
                  checked={photoIds.includes(id)}
                  disabled={removed}
                  onChange={() =>
                    setPhotoIds(photoIds.includes(id) ? photoIds.filter(one => one !== id) : [...photoIds, id])
                  }
                >
                  <span className="line-12">
                    <img style={CHOICE} src={url} alt="" />
                    Photo {index + 1}
                  </span>
                </Check>
              ))}
            </div>
          </fieldset>
        ) : null}
        {action === 'suspend' ? <UntilField value={until} onChange={setUntil} mayBePermanent={maySuspendLong} /> : null}
        {field}
        <div className="row-12 end">
          <Button
            type="submit"
            disabled={!statement.trim() || (action === 'suspend' && !until && !maySuspendLong)}
            pending={decide.isPending && 'Deciding...'}
          >
            {ACTION_WORDS[action]}
          </Button>
        </div>
      </form>
      {owner ? (
        <ConfirmDialog
          opened={asked.opened}
          onClose={asked.close}
          onConfirm={send}
          title={isDeletion ? `Delete ${isolate(name)}'s account?` : `Suspend ${isolate(name)} for good?`}
          confirmLabel={isDeletion ? 'Delete the owner' : 'Suspend the owner'}
          pendingLabel="Deciding..."
          pending={decide.isPending}
          disabled={!isSameName(typed, name)}
          destructive
          keepsClicks
        >
          <div className="stack-16">
            <p>
              {isDeletion
                ? `All their dogs${dogCount === undefined ? '' : ` (${dogCountLabel(dogCount)})`}, photos, matches and messages are deleted with it. This cannot be undone, not even by an appeal.`
                : 'Their dogs are hidden and their playdates are cancelled. It does not end by itself: it is for good, unless an appeal reverses it.'}
            </p>
            <TextInput
              label={`Type ${isolate(name)} to confirm`}
              autoComplete="off"
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
            />
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
