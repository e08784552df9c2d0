import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Button } from '@mantine/core'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { DecisionForm } from './decision-form.tsx'
import { ACTION_WORDS, KIND_WORDS } from './report-words.ts'
import classes from './reports.module.css'

/** A case with everything that a decision needs. */
export function CaseView({ id, onDone }: { id: string; onDone: () => void }) {
  const found = trpc.admin.report.useQuery({ id }, { throwOnError: false })
  const claim = trpc.admin.claimReport.useMutation({ onError: error => toastError(error, 'Failed to take the report') })
  if (found.isError) return <ErrorState title="We couldn't load the report" onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows rows={4} />
  const report = found.data
  return (
    <div className={classes.stack}>
      <p>
        {report.kind === 'appeal' ? 'An appeal' : KIND_WORDS[report.kind]} · {report.dog.name}
        {report.owner ? ` of ${report.owner.firstName} ${report.owner.lastName} (${report.owner.email ?? ''})` : ''}
      </p>
      {report.claim && !report.claim.mine ? (
        <p role="status">{report.claim.by} is working on this case.</p>
      ) : (
        <div>
          <Button variant="default" aria-disabled={claim.isPending} onClick={() => claim.mutate({ id })}>
            {report.claim ? 'Keep it for another 15 minutes' : 'Take it for 15 minutes'}
          </Button>
        </div>
      )}
      <Notes report={report} />
      <Evidence report={report} />
      <History report={report} />
      <DecisionForm key={report.version} report={report} onDone={onDone} />
    </div>
  )
}

const Notes = ({ report }: { report: AdminReportDetails }) =>
  report.notes.length > 0 ? (
    <section aria-label="Notes">
      {report.notes.map(note => (
        <blockquote key={`${note.at} ${note.text}`} className={classes.statement}>
          {note.text}
        </blockquote>
      ))}
    </section>
  ) : null

function Evidence({ report }: { report: AdminReportDetails }) {
  const { dog, photos, messages } = report.evidence
  return (
    <section className={classes.stack} aria-label="Evidence">
      {dog ? (
        <p className={classes.statement}>
          {dog.name}, {dog.breed}. {dog.bio}
        </p>
      ) : null}
      {photos.length > 0 ? (
        <div className={classes.photos}>
          {photos.map((photo, index) => (
            <img
              key={photo.id}
              src={photo.url}
              alt={`${index + 1} of ${report.dog.name}${photo.reported ? ', reported' : ''}`}
            />
          ))}
        </div>
      ) : null}
      {messages.length > 0 ? (
        <ol className={classes.list}>
          {messages.map(message => (
            <li key={message.id} className={classes.statement}>
              <strong>{message.senderDogId === report.dog.id ? report.dog.name : 'Reporter'}:</strong> {message.body}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}

const History = ({ report }: { report: AdminReportDetails }) => (
  <section aria-label="Decisions">
    {report.decisions.map(decision => (
      <p key={decision.at} className={classes.statement}>
        {ACTION_WORDS[decision.action]}, {decision.by}: {decision.statement}
      </p>
    ))}
    {report.earlier.map(one => (
      <p key={one.id} className={classes.quiet}>
        Earlier about {one.dogName}: {one.kind}, {one.action ? ACTION_WORDS[one.action] : 'open'}
      </p>
    ))}
  </section>
)
