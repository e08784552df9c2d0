import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { WALKS_FAR_KM } from '@barkyard/domain/walk'
import { closedWalk, isWaitingOpen, joinRefusal, walkSignalRefusal } from '@barkyard/domain/walk-moves'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { PlanDialog } from '../../components/plan/plan-dialog.tsx'
import { changesOf, planOf } from '../../components/plan/plan-fields.ts'
import { SignalButtons } from '../../components/signal-buttons.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import {
  useCancelWalk,
  useChangeWalk,
  useEndSeries,
  useJoinWalk,
  useLeaveWalk,
  useSayHere,
  useSayLate,
} from './data.ts'
import classes from './walks.module.css'
import { isOnWalk } from './words.ts'

const ChangeDialog = mountedWhenOpened(({ walk, opened, onClose }: { walk: Walk } & Opened) => {
  const change = useChangeWalk(onClose)
  const start = planOf(walk, walk.title)
  return (
    <PlanDialog
      title="Change time or park"
      intro={`Everybody who comes stays on the walk, and we tell them.${walk.repeats ? ' The next ones stay as planned.' : ''}`}
      matchId={null}
      opened={opened}
      onClose={onClose}
      form={{
        start,
        marksChanges: true,
        keepsTitle: true,
        pending: change.isPending,
        words: { submit: 'Change walk', submitting: 'Changing...' },
        onSubmit: plan => change.mutateAsync({ id: walk.id, revision: walk.revision, ...changesOf(start, plan) }),
      }}
    />
  )
})

interface WalkActionsProps {
  walk: Walk
  dog: Dog
  about: string
  now: Date
  /** Leaves out what the walk's own page has. */
  isShort?: boolean
  onDone: () => void
}

/** Why a dog cannot join, or how it stands with its waiting; null if it may join or begin to wait. */
function wordsOf(walk: Walk, dog: Dog, refusal: ReturnType<typeof joinRefusal>, now: Date): string | null {
  if (refusal === 'wrong-size') return `${isolate(dog.name)} is a different size.`
  if (refusal === 'too-old') return `${isolate(dog.name)} is older than a year.`
  if (refusal !== 'walk-full') return null
  if (!isWaitingOpen(walk, now)) return "All places are taken. Check back: a free one is anybody's now."
  if (walk.waiting === null) return null
  if (walk.waiting === 1) return "The next free place is yours. We'll tell you."
  return `${walk.waiting === 2 ? 'One dog waits' : `${walk.waiting - 1} dogs wait`} before you. We'll tell you.`
}

/** Joins a walk, or waits for a place, or says why that is not possible. From far away it asks first. */
function Join({ walk, dog, about, now, onDone }: WalkActionsProps) {
  const join = useJoinWalk(onDone)
  const [asking, setAsking] = useState(false)
  const units = useUnits()
  const refusal = joinRefusal(walk, dog, { seen: walk.dogs.length, all: walk.dogs.length }, now)
  const isFull = refusal === 'walk-full'
  const words = wordsOf(walk, dog, refusal, now)
  if (words !== null)
    return (
      <>
        <p className="quiet text-small breakable">{words}</p>
        {walk.waiting === null ? null : (
          <Leave walk={walk} about={about} onDone={onDone} isFinal={!isFull || !isWaitingOpen(walk, now)} />
        )}
      </>
    )
  if (refusal && !isFull) return null
  const go = () => join.mutate({ id: walk.id, wait: isFull })
  const isFar = walk.distance !== null && walk.distance > WALKS_FAR_KM
  return (
    <>
      <Button
        fullWidth
        variant={isFull ? 'default' : 'filled'}
        pending={join.isPending && 'Joining...'}
        aria-describedby={about}
        onClick={() => (isFar ? setAsking(true) : go())}
      >
        {isFull ? 'Wait for a place' : 'Join'}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          go()
        }}
        title="Join from that far away?"
        pending={join.isPending}
        confirmLabel={isFull ? 'Wait for a place' : 'Join'}
      >
        {walk.parkName} is {distanceText(walk.distance ?? 0, units)} from your place. The others count on you.
      </ConfirmDialog>
    </>
  )
}

function WalkSignals({ walk, dog, about, onDone }: WalkActionsProps) {
  const here = useSayHere(onDone)
  const late = useSayLate(onDone)
  const isHere = walk.signals.some(({ dogId, kind }) => dogId === dog.id && kind === 'here')
  return isHere ? null : <SignalButtons id={walk.id} here={here} late={late} about={about} />
}

interface AsksProps extends WalkActionsProps {
  label: string
  title: string
  pendingLabel: string
  useMove: typeof useCancelWalk | typeof useEndSeries
  children: ReactNode
}

function Asks({ walk, about, label, title, pendingLabel, useMove, onDone, children }: AsksProps) {
  const [isAsking, setAsking] = useState(false)
  const move = useMove(() => {
    setAsking(false)
    onDone()
  })
  return (
    <>
      <Button variant="subtle" color="collar" size="sm" aria-describedby={about} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => move.mutate({ id: walk.id })}
        title={title}
        confirmLabel={label}
        cancelLabel="Keep it"
        pending={move.isPending}
        pendingLabel={pendingLabel}
        destructive
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

function CallOff(props: WalkActionsProps) {
  const { walk } = props
  const others = walk.dogs.length - 1
  return (
    <Asks {...props} useMove={useCancelWalk} label="Call off" title="Call this walk off?" pendingLabel="Calling off...">
      <span>
        {others === 0
          ? 'Nobody has joined it yet.'
          : `${others === 1 ? 'One dog is' : `${others} dogs are`} coming. We tell their owners at once.`}
      </span>
      <span>{walk.repeats ? ' The weekly walk goes on.' : null}</span>
    </Asks>
  )
}

const EndSeries = (props: WalkActionsProps) => (
  <Asks {...props} useMove={useEndSeries} label="End the series" title="End the weekly walk?" pendingLabel="Ending...">
    A walk that is open already still takes place. No further ones are opened.
  </Asks>
)

type LeaveProps = Pick<WalkActionsProps, 'walk' | 'about' | 'onDone'>

/** @param isFinal whether the dog could not come back */
function Leave({ walk, about, onDone, isFinal = false }: LeaveProps & { isFinal?: boolean }) {
  const isWaiting = walk.waiting !== null
  const leave = useLeaveWalk(onDone, isWaiting, isFinal)
  return (
    <Button
      variant="subtle"
      color="collar"
      size="sm"
      aria-disabled={leave.isPending}
      aria-describedby={about}
      onClick={() => leave.mutate({ id: walk.id })}
    >
      {isWaiting ? 'Stop waiting' : 'Leave'}
    </Button>
  )
}

export function WalkActions(props: WalkActionsProps) {
  const { walk, dog, about, now, isShort } = props
  const [changing, setChanging] = useState(false)
  const isHost = walk.hostDog.id === dog.id
  const isOpen = closedWalk(walk, now) === null
  if (!isOnWalk(walk, dog.id))
    return (
      <div className={`stack-8 relative ${classes.actions}`}>
        <Join {...props} />
      </div>
    )
  const endSeries = isHost && walk.repeats && !isShort ? <EndSeries {...props} /> : null
  if (walk.cancelledAt !== null) return endSeries && <div className={`row-8 ${classes.more}`}>{endSeries}</div>
  return (
    <div className={`stack-8 relative ${classes.actions}`}>
      {walkSignalRefusal(walk, now) === null ? <WalkSignals {...props} /> : null}
      <div className={`row-8 hide-empty ${classes.more}`}>
        {isHost && isOpen && !isShort ? (
          <Button variant="subtle" size="sm" aria-describedby={about} onClick={() => setChanging(true)}>
            Change time or park
          </Button>
        ) : null}
        <ButtonLink reloadDocument variant="subtle" size="sm" to={`/api/walks/${walk.id}/ics`} aria-describedby={about}>
          Add to calendar
        </ButtonLink>
        {isOpen && !isShort ? isHost ? <CallOff {...props} /> : <Leave {...props} /> : null}
        {endSeries}
      </div>
      {isHost ? <ChangeDialog walk={walk} opened={changing} onClose={() => setChanging(false)} /> : null}
    </div>
  )
}
