import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { AdminVerification, AdminVerificationsQuery, Verification } from '@barkyard/domain/schemas/verification'
import { BADGES, VERIFICATION_REASON_MAX } from '@barkyard/domain/verification'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../auth.ts'
import { AdminPage, useWaitingChecks } from '../../components/admin-page.tsx'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { Picture } from '../../components/picture.tsx'
import { ChangedNote, Queue, QueueRow, useReason } from '../../components/queue.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { told } from '../../lib/toast.ts'
import { addressOf, capital, dayOf, fullName, momentOf } from '../../lib/words.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { Code, EVIDENCE, evidenceUrl } from './parts.tsx'

const VIEWS = [
  ['waiting', 'Waiting', 'No checks are waiting.'],
  ['decided', 'Decided', 'Nothing has been decided yet.'],
] as const
const KINDS = { photo: 'photo', vaccination: 'vaccination record' }

/** The dog of a verification. It may have been deleted meanwhile. */
const useCheckedDog = (id: string) => trpc.dogs.get.useQuery({ id }, { throwOnError: false }).data

const Shown = ({ caption, src }: { caption: string; src: string }) => (
  <figure className="stack-4">
    <figcaption className="bold">{caption}</figcaption>
    <Picture style={EVIDENCE} src={src} alt={caption} />
  </figure>
)

function CheckView({ check, isGone, onDone }: { check: AdminVerification; isGone: boolean; onDone: () => void }) {
  const dog = useCheckedDog(check.dogId)
  const seesAddresses = useMay('addresses')
  const face = dog?.photos[0]
  const isPhoto = check.kind === 'photo'
  return (
    <div className="stack-24">
      <div>
        <h3 className="text-lead breakable">
          <bdi>{dog?.name ?? 'Dog'}</bdi>: {KINDS[check.kind]}
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
          The paper must say <Code code={check.code} />
        </p>
      ) : null}
      <div className="stack-16" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))' }}>
        {isPhoto && face ? <Shown caption="Main photo" src={face.urlLarge} /> : null}
        {isGone ? null : <Shown caption="What the owner sent" src={evidenceUrl(check)} />}
      </div>
      {isPhoto && dog && !face ? <p>This dog has no photo to compare it with.</p> : null}
      {isGone ? (
        <p role="status">This check is no longer waiting: it was taken back, or another admin decided it.</p>
      ) : check.state === 'waiting' ? (
        <Decision check={check} onDone={onDone} />
      ) : (
        <p>
          {check.state === 'approved' ? 'Approved' : 'Refused'}
          {check.expiresOn ? `, good until ${dayOf(check.expiresOn)}` : ''}
          {check.reason ? `: ${check.reason}` : '.'}
        </p>
      )}
    </div>
  )
}

function Decision({ check, onDone }: { check: AdminVerification; onDone: () => void }) {
  const [expiresOn, setExpiresOn] = useState('')
  const [isDayMissing, setDayMissing] = useState(false)
  const { reason, isGiven, field } = useReason({
    label: 'Reason (sent to the owner, needed to refuse)',
    maxLength: VERIFICATION_REASON_MAX,
    missing: 'Say what is missing, so that the owner can try again.',
  })
  const utils = trpc.useUtils()
  const decided = told(
    ({ state }: Verification) => (state === 'approved' ? 'Approved' : 'Refused'),
    'Failed to decide',
    onDone,
    () => utils.admin.verifications.invalidate(),
  )
  const decide = trpc.admin.decideVerification.useMutation(decided)
  const needsDay = check.kind === 'vaccination'
  const send = (approve: boolean) => {
    if (approve && needsDay && !expiresOn) return setDayMissing(true)
    if (!approve && !isGiven()) return
    const { id, version } = check
    decide.mutate({ id, version, approve, reason, ...(approve && needsDay && { expiresOn }) })
  }
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        send(true)
      }}
      noValidate
    >
      <ChangedNote version={check.version} text="The photo or the dog has changed since you opened this. Look again." />
      {needsDay ? (
        <TextInput
          type="date"
          label="Last day of the vaccination"
          value={expiresOn}
          error={isDayMissing ? 'Until when is the vaccination good?' : null}
          onChange={event => {
            setExpiresOn(event.currentTarget.value)
            setDayMissing(false)
          }}
        />
      ) : null}
      {field}
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

function CheckRow({ check, onOpen }: { check: AdminVerification; onOpen: () => void }) {
  const dog = useCheckedDog(check.dogId)
  const seesAddresses = useMay('addresses')
  return (
    <QueueRow
      face={<DogAvatar dog={dog ?? { name: '', photos: [] }} size={48} />}
      title={`${isolate(dog?.name ?? 'Dog')}: ${KINDS[check.kind]}`}
      facts={`${isolate(fullName(check.owner))}${seesAddresses ? ` (${addressOf(check.owner)})` : ''} · ${momentOf(check.createdAt)}`}
      tags={
        check.state === 'waiting' ? null : (
          <CollarTag tone={check.state === 'approved' ? 'grass' : 'collar'}>
            {check.state === 'approved' ? 'Approved' : 'Refused'}
          </CollarTag>
        )
      }
      onOpen={onOpen}
    />
  )
}

/** What owners want to have checked about their dogs: waiting ones, oldest first, and decided ones. */
export function Component() {
  const [state, setState] = useState<AdminVerificationsQuery['state']>('waiting')
  return (
    <AdminPage title={SCREENS.adminChecks.title}>
      <Queue
        title="Checks"
        waiting={useWaitingChecks()}
        what="checks"
        list={useInfiniteList<AdminVerification>(
          trpc.admin.verifications.useInfiniteQuery({ state, limit: 20 }, paged),
        )}
        views={VIEWS}
        shown={state}
        onShow={setState}
        rowOf={(check, onOpen) => <CheckRow check={check} onOpen={onOpen} />}
        dialogTitle="Check"
        view={(check, about) => <CheckView key={check.id} check={check} {...about} />}
      />
    </AdminPage>
  )
}
