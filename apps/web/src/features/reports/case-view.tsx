import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { addressOf, fullName, momentOf } from '../../lib/words.ts'
import { LiftSuspension } from '../../lift-suspension.tsx'
import { errorStatus } from '../../trpc.ts'
import { AdminNotes } from './admin-notes.tsx'
import { CaseHistory } from './case-history.tsx'
import classes from './case-view.module.css'
import { useCase, useClaim } from './data.ts'
import { DecisionForm } from './decision-form.tsx'
import { DuplicatePhotos } from './duplicate-photos.tsx'
import { KeptLost } from './kept-lost.tsx'
import { KeyHint } from './key-hint.tsx'
import { ageOf, titleOf } from './report-words.ts'
import { ThenAndNow } from './then-and-now.tsx'

/** The chats that the reports keep: the reported dog at the left, its reporters at the right. */
function KeptMessages({ report: { evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.messages.length === 0) return null
  return (
    <section className={classes.part} aria-label="Messages">
      <h4 className={classes.heading}>Messages</h4>
      <ol className={classes.messages}>
        {evidence.messages.map(message => {
          const isReported = message.senderDogId === dog.id
          return (
            <li key={message.id} className={classes.message} data-reported={isReported || undefined}>
              <p className="quiet text-small breakable">
                {isReported ? dog.name : 'Reporter'} · {momentOf(message.createdAt)}
              </p>
              <p>{message.body}</p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The titles of playdates and walks that the reports keep. */
function KeptTitles({ report: { evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.titles.length === 0) return null
  return (
    <section className={classes.part} aria-label="Titles">
      <h4 className={classes.heading}>Titles of playdates and walks</h4>
      <ol className={classes.messages}>
        {evidence.titles.map(({ id, kind, title, byDogId, whenTs }) => {
          const isReported = byDogId === dog.id
          return (
            <li key={`${id} ${byDogId} ${title}`} className={classes.message} data-reported={isReported || undefined}>
              <p className="quiet text-small breakable">
                {isReported ? dog.name : 'Reporter'} · {kind} of {momentOf(whenTs)}
              </p>
              <p>{title}</p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface CaseViewProps {
  id: string
  /** Whether the decision gets the focus first instead of the title. */
  toDecide: boolean
  onOpen: (id: string) => void
  onDone: () => void
}

/** A case with everything needed to decide it. */
export function CaseView({ id, toDecide, onOpen, onDone }: CaseViewProps) {
  const found = useCase(id)
  const status = errorStatus(found.error)
  // Trying again cannot help.
  if (found.error && (status === 403 || status === 404)) return <EmptyState mood="nose-up" text={found.error.message} />
  if (found.isError) return <ErrorState title="We couldn't load the report" onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows rows={4} />
  return <Case report={found.data} toDecide={toDecide} onOpen={onOpen} onDone={onDone} />
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')

function Case({ report, toDecide, onOpen, onDone }: Omit<CaseViewProps, 'id'> & { report: AdminReportDetails }) {
  const claim = useClaim()
  const seesAddresses = useMay('addresses')
  const now = useNow()
  const title = useRef<HTMLHeadingElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const isOpen = report.state === 'open'
  const start = useOneAtATime(claim.mutate)
  const take = () => start({ id: report.id })
  const goToDecision = () => root.current?.querySelector<HTMLElement>('select[name=action]')?.focus()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the case is opened
  useEffect(() => {
    if (toDecide && isOpen) goToDecision()
    else title.current?.focus({ preventScroll: true })
  }, [])

  // The form disappears when somebody decides, and a button when a suspension ends.
  const isSuspended = report.suspension !== null
  useEffect(() => {
    if (!(isOpen && isSuspended) && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
  }, [isOpen, isSuspended])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || !isOpen) return
    if (event.key === 'c') take()
    if (event.key === 'd') {
      event.preventDefault()
      goToDecision()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what its buttons do
    <div ref={root} className={classes.sides} onKeyDown={onKeyDown}>
      <div className="stack-24">
        <div>
          <h3 ref={title} tabIndex={-1} className={classes.title}>
            {titleOf(report)}
          </h3>
          <p className="quiet text-small breakable">
            <span>{`${isOpen ? `${ageOf(report.createdAt, now)} · ` : ''}${momentOf(report.createdAt)}`}</span>
            {report.owner ? (
              <>
                {' · '}
                <Who user={report.owner} />
                {seesAddresses ? ` (${addressOf(report.owner)})` : null}
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
        <Suspension report={report} />
        {isOpen ? <Claim report={report} isPending={claim.isPending} onTake={take} /> : null}
        <Notes report={report} />
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
        <KeptMessages report={report} />
        <KeptTitles report={report} />
        <CaseHistory report={report} onOpen={onOpen} />
      </div>
      <div className={classes.decision}>
        <DecisionForm report={report} onDone={onDone} />
        <AdminNotes report={report} />
      </div>
    </div>
  )
}

/** A user by name: a link for who may read about users. */
const Who = ({ user }: { user: { id: string; firstName: string; lastName: string } }) =>
  useMay('users') ? <Link to={`/admin/users/${user.id}`}>{fullName(user)}</Link> : <bdi>{fullName(user)}</bdi>

/** That the owner is suspended, and how to end it. Whoever may read the case may. */
function Suspension({ report: { owner, suspension } }: { report: AdminReportDetails }) {
  const [isAsked, setAsked] = useState(false)
  if (!owner || !suspension) return null
  return (
    <div className={classes.claim}>
      <CollarTag tone="collar">
        Suspended {suspension.until ? `until ${momentOf(suspension.until)}` : 'for good'}
      </CollarTag>
      <Button variant="default" onClick={() => setAsked(true)}>
        Lift the suspension
      </Button>
      <LiftSuspension user={owner} opened={isAsked} onClose={() => setAsked(false)} />
    </div>
  )
}

interface ClaimProps {
  report: AdminReportDetails
  isPending: boolean
  onTake: () => void
}

const Claim = ({ report: { claim }, isPending, onTake }: ClaimProps) =>
  claim && !claim.mine ? (
    <p role="status">
      <CollarTag>{claim.by}</CollarTag> is working on this case until {momentOf(claim.until)}.
    </p>
  ) : (
    <div className={classes.claim}>
      <Button variant="default" aria-disabled={isPending} onClick={onTake}>
        {claim ? 'Claim it for another 15 minutes' : 'Claim this case for 15 minutes'}
      </Button>
      <KeyHint>
        <kbd>c</kbd> claims, <kbd>d</kbd> decides
      </KeyHint>
    </div>
  )

const Notes = ({ report }: { report: AdminReportDetails }) =>
  report.notes.length > 0 ? (
    <section aria-label="Notes" className={classes.part}>
      <h4 className={classes.heading}>{report.kind === 'appeal' ? 'What the owner says' : 'What reporters say'}</h4>
      {report.notes.map(note => (
        <blockquote key={`${note.at} ${note.text}`} className={classes.note}>
          {note.text}
          <footer className="quiet text-small breakable">{momentOf(note.at)}</footer>
        </blockquote>
      ))}
    </section>
  ) : null
