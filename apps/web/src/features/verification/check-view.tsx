import '../../styles/mantine-field.css'
import { ageLabel } from '@barkyard/domain/dog'
import type { AdminVerification } from '@barkyard/domain/schemas/verification'
import { BADGES, VERIFICATION_REASON_MAX } from '@barkyard/domain/verification'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { dayLabel } from '../../components/verification-badges.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { addressOf, capital, fullName, momentOf } from '../../lib/words.ts'
import classes from './checks.module.css'
import { evidenceUrl, useCheckedDog, useDecideCheck } from './data.ts'

interface CheckViewProps {
  check: AdminVerification
  /** Whether it has left the list: it was taken back, or decided by another admin. */
  isGone: boolean
  onDone: () => void
}

/** A photo that opens in full size in a new tab. */
const Picture = ({ caption, src }: { caption: string; src: string }) => (
  <figure>
    <figcaption>{caption}</figcaption>
    <a href={src} target="_blank" rel="noreferrer">
      <img className={classes.evidence} src={src} alt={`${caption}, opens in a new tab`} />
    </a>
  </figure>
)

/** What an owner sent, beside the dog's main photo, with everything needed to decide. */
export function CheckView({ check, isGone, onDone }: CheckViewProps) {
  const dog = useCheckedDog(check.dogId)
  const seesAddresses = useMay('addresses')
  const face = dog?.photos[0]
  const isPhoto = check.kind === 'photo'
  return (
    <div className={classes.dialog}>
      <div>
        <h3 className="text-lead breakable">
          <bdi>{dog?.name ?? 'Dog'}</bdi>: {isPhoto ? 'photo' : 'vaccination record'}
        </h3>
        <p className="quiet breakable">
          <bdi>{fullName(check.owner)}</bdi> {seesAddresses ? `(${addressOf(check.owner)}) ` : ''}·{' '}
          {momentOf(check.createdAt)}
        </p>
        {dog ? (
          <p className="quiet breakable">
            {[dog.breed, ageLabel(dog.ageYears), capital(dog.size), capital(dog.sex)].join(', ')}.{' '}
            <Link to={`/dog/${dog.id}`}>
              Open <bdi>{dog.name}</bdi>'s page
            </Link>
          </p>
        ) : null}
      </div>
      {check.code ? (
        <p>
          The paper must say <strong className={classes.code}>{check.code}</strong>
        </p>
      ) : null}
      <div className={classes.pair}>
        {isPhoto && face ? <Picture caption="Main photo" src={face.urlLarge} /> : null}
        {isGone ? null : <Picture caption="What the owner sent" src={evidenceUrl(check)} />}
      </div>
      {isPhoto && dog && !face ? <p>This dog has no photo to compare it with.</p> : null}
      {isGone ? (
        <p role="status">This check is no longer waiting: it was taken back, or another admin decided it.</p>
      ) : check.state === 'waiting' ? (
        <Decision check={check} onDone={onDone} />
      ) : (
        <p>
          {check.state === 'approved' ? 'Approved' : 'Refused'}
          {check.expiresOn ? `, good until ${dayLabel(check.expiresOn)}` : ''}
          {check.reason ? `: ${check.reason}` : '.'}
        </p>
      )}
    </div>
  )
}

function Decision({ check, onDone }: { check: AdminVerification; onDone: () => void }) {
  const [firstVersion] = useState(check.version)
  const [expiresOn, setExpiresOn] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<'day' | 'reason' | null>(null)
  const decide = useDecideCheck(onDone)
  const start = useOneAtATime(decide.mutate)
  const needsDay = check.kind === 'vaccination'
  const send = (approve: boolean) => {
    if (approve && needsDay && !expiresOn) return setProblem('day')
    if (!approve && !reason.trim()) return setProblem('reason')
    const { id, version } = check
    start({ id, version, approve, reason, ...(approve && needsDay && { expiresOn }) })
  }
  return (
    <form
      className={classes.stack}
      onSubmit={event => {
        event.preventDefault()
        send(true)
      }}
      noValidate
    >
      <p role="status" className="quiet breakable">
        {check.version === firstVersion ? null : 'The photo or the dog has changed since you opened this. Look again.'}
      </p>
      {needsDay ? (
        <TextInput
          type="date"
          label="Last day of the vaccination"
          value={expiresOn}
          error={problem === 'day' ? 'Until when is the vaccination good?' : null}
          onChange={event => {
            setExpiresOn(event.currentTarget.value)
            setProblem(null)
          }}
        />
      ) : null}
      <Textarea
        label="Reason (sent to the owner, needed to refuse)"
        autosize
        minRows={2}
        maxLength={VERIFICATION_REASON_MAX}
        value={reason}
        error={problem === 'reason' ? 'Say what is missing, so that the owner can try again.' : null}
        onChange={event => {
          setReason(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <p className="quiet breakable">Approving shows “{BADGES[check.kind]}” to everybody.</p>
      <div className="row-12">
        <Button type="submit" aria-disabled={decide.isPending}>
          Approve
        </Button>
        <Button variant="outline" color="collar" aria-disabled={decide.isPending} onClick={() => send(false)}>
          Refuse
        </Button>
      </div>
    </form>
  )
}
