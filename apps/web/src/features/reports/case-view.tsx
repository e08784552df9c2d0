import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { toastError } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { addressOf, fullName, momentOf } from '../../lib/words.ts'
import { LiftSuspension } from '../../lift-suspension.tsx'
import { errorStatus, trpc } from '../../trpc.ts'
import { AdminNotes, CaseHistory } from './case-history.tsx'
import classes from './case-view.module.css'
import { DecisionForm } from './decision-form.tsx'
import { DuplicatePhotos, KeptLost, Part, Quote, ThenAndNow } from './evidence.tsx'
import { ageOf, claimAt, titleOf } from './report-words.ts'

const WORDS = { maxWidth: '85%', padding: '8px 14px', borderRadius: 14, border: '1px solid transparent' }
const REPORTED = { ...WORDS, justifySelf: 'start', background: 'var(--sunken)' }
const REPORTER = { ...WORDS, justifySelf: 'end', border: '1px solid var(--line)' }

/** Words that the reports keep: the reported dog's at the left, its reporters' at the right. */
const Kept = ({ title, name, words }: { title: string; name: string; words: KeptWords[] }) =>
  words.length > 0 ? (
    <Part title={title}>
      <ol className="stack-8">
        {words.map(({ key, isReported, about, text }) => (
          <li key={key} className="breakable" style={isReported ? REPORTED : REPORTER}>
            <p className="quiet text-small breakable">
              {isReported ? name : 'Reporter'} · {about}
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Part>
  ) : null

type KeptWords = { key: string; isReported: boolean; about: string; text: string }

interface CaseViewProps {
  id: string
  onOpen: (id: string) => void
  onDone: () => void
}

export function CaseView({ id, onOpen, onDone }: CaseViewProps) {
  const found = trpc.admin.report.useQuery({ id }, { throwOnError: false })
  const status = errorStatus(found.error)
  // Trying again cannot help.
  if (found.error && (status === 403 || status === 404)) return <EmptyState mood="nose-up" text={found.error.message} />
  return (
    <Loaded query={found} failed="We couldn't load the report" rows={4}>
      {report => <Case report={report} onOpen={onOpen} onDone={onDone} />}
    </Loaded>
  )
}

function Case({ report, onOpen, onDone }: Omit<CaseViewProps, 'id'> & { report: AdminReportDetails }) {
  const take = trpc.admin.claimReport.useMutation({ onError: error => toastError(error, 'Failed to claim the case') })
  const seesAddresses = useMay('addresses')
  const now = useNow()
  const claim = claimAt(report, now)
  const [isLifting, setLifting] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const isOpen = report.state === 'open'
  useEffect(() => title.current?.focus({ preventScroll: true }), [])

  // The form disappears when somebody decides, and a button when a suspension ends.
  const isSuspended = report.suspension !== null
  useEffect(() => {
    if (!(isOpen && isSuspended) && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
  }, [isOpen, isSuspended])

  return (
    <div className={`stack-24 ${classes.sides}`}>
      <div className="stack-24">
        <div>
          <h3 ref={title} tabIndex={-1} className="text-lead breakable" data-autofocus>
            {titleOf(report)}
          </h3>
          <p className="quiet text-small breakable">
            <span>{`${isOpen ? `${ageOf(report.createdAt, now)} · ` : ''}${momentOf(report.createdAt)}`}</span>
            {report.owner ? (
              <>
                <span> · </span>
                <Who user={report.owner} />
                <span>{seesAddresses ? ` (${addressOf(report.owner)})` : null}</span>
              </>
            ) : null}
          </p>
          {report.reportedBy.length > 0 ? (
            <p className="quiet text-small breakable">
              Reported by{' '}
              {report.reportedBy.map((one, index) => (
                <Fragment key={one.id}>
                  {index > 0 ? ', ' : ''}
                  <Who user={one} />
                </Fragment>
              ))}
            </p>
          ) : null}
        </div>
        {report.owner && report.suspension ? (
          <div className="row-12 center">
            <CollarTag tone="collar">
              Suspended {report.suspension.until ? `until ${momentOf(report.suspension.until)}` : 'for good'}
            </CollarTag>
            <Button variant="default" onClick={() => setLifting(true)}>
              Lift the suspension
            </Button>
            <LiftSuspension user={report.owner} opened={isLifting} onClose={() => setLifting(false)} />
          </div>
        ) : null}
        {!isOpen ? null : claim && !claim.mine ? (
          <p role="status">
            <CollarTag>{claim.by}</CollarTag> is working on this case until {momentOf(claim.until)}.
          </p>
        ) : (
          <div>
            <Button variant="default" aria-disabled={take.isPending} onClick={() => take.mutate({ id: report.id })}>
              {claim ? 'Claim it for another 15 minutes' : 'Claim this case for 15 minutes'}
            </Button>
          </div>
        )}
        {report.notes.length > 0 ? (
          <Part title={report.kind === 'appeal' ? 'What the owner says' : 'What reporters say'}>
            {report.notes.map(note => (
              <Quote key={`${note.at} ${note.text}`} text={note.text} source={momentOf(note.at)} />
            ))}
          </Part>
        ) : null}
        <DuplicatePhotos report={report} />
        <KeptLost report={report} />
        {report.about === 'sighting' ? null : <ThenAndNow report={report} />}
        {report.currentDog ? (
          <p>
            <Link to={`/dog/${report.dog.id}`}>
              Open <bdi>{report.currentDog.name}</bdi>'s page
            </Link>
          </p>
        ) : null}
        <Kept
          title="Messages"
          name={report.dog.name}
          words={report.evidence.messages.map(({ id, senderDogId, createdAt, body }) => ({
            key: id,
            isReported: senderDogId === report.dog.id,
            about: momentOf(createdAt),
            text: body,
          }))}
        />
        <Kept
          title="Titles of playdates and walks"
          name={report.dog.name}
          words={report.evidence.titles.map(({ id, kind, title: text, byDogId, whenTs }) => ({
            key: `${id} ${byDogId} ${text}`,
            isReported: byDogId === report.dog.id,
            about: `${kind} of ${momentOf(whenTs)}`,
            text,
          }))}
        />
        <CaseHistory report={report} onOpen={onOpen} />
      </div>
      <div className={`stack-24 ${classes.decision}`}>
        <DecisionForm report={report} onDone={onDone} />
        <AdminNotes report={report} />
      </div>
    </div>
  )
}

/** A user by name: a link for who may read about users. */
const Who = ({ user }: { user: { id: string; firstName: string; lastName: string } }) =>
  useMay('users') ? <Link to={`/admin/users/${user.id}`}>{fullName(user)}</Link> : <bdi>{fullName(user)}</bdi>
