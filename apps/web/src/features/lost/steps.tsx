import { isolate } from '@barkyard/domain/isolate'
import { approachWords, lostPoint, REACHES } from '@barkyard/domain/lost'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { ownLostSchema } from '@barkyard/domain/schemas/lost'
import type { User } from '@barkyard/domain/schemas/user'
import { useDidUpdate } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { Facts } from '../../components/facts.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { newClientId } from '../../lib/client-id.ts'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { errorReason, serverMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { placeOf } from '../../lib/use-map-start.ts'
import { useStep } from '../../lib/use-step.ts'
import { queryClient } from '../../trpc.ts'
import { timeWords } from './ago-words.ts'
import { bodyOf, emptyDraft, keepDraft, type LostDraft, problemsOf, readDraft } from './draft.ts'
import { HelpsFields } from './helps-fields.tsx'
import classes from './lost.module.css'
import { BigButton } from './parts.tsx'
import { PlaceField } from './place-field.tsx'
import { useSend } from './use-send.ts'
import { WhenField } from './when-field.tsx'

const TITLES = ['Where and when', 'What helps', 'Check and tell'] as const

const Review = ({ dog, draft }: { dog: Dog; draft: LostDraft }) => (
  <Facts
    facts={[
      ['Lost', `${isolate(dog.name)}, ${dog.breed}`],
      ['Last seen', `${timeWords(draft.lastSeenAt)}, at the point on the map`],
      ['Come near', approachWords(draft.approach)],
      ['Wears', draft.wearing.trim()],
      ['Helps', draft.note.trim()],
      ['Phone', draft.phone && `${draft.phone} (${draft.showPhone ? 'public' : 'not shown'})`],
      ['Only you know', draft.mark.trim()],
    ]}
  />
)

/** Opens the case of a lost dog: where and when, what helps, review. What is said is kept on the device until it is sent. */
export function Steps({ dog, user }: { dog: Dog; user: User }) {
  const name = isolate(dog.name)
  const [draft, setDraft] = useState(() => readDraft(user.id, dog.id, new Date()) ?? emptyDraft(new Date()))
  // A position that arrives late must not undo what was said meanwhile.
  const newest = useRef(draft)
  const units = useUnits()
  const [isAsked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const keep = (kept: LostDraft | null) => keepDraft(user.id, dog.id, kept)
  const { state, send, stop } = useSend(
    answer => {
      keep(null)
      const { state: began } = ownLostSchema.pick({ state: true }).parse(answer)
      toast({
        title: began === 'open' ? 'Your neighbours are being told' : 'A moderator looks at it first',
        message: `You did the most important thing for ${name}.`,
      })
      // The case takes the place of the steps, and begins at the top.
      document.querySelector('h1')?.focus()
      void queryClient.invalidateQueries()
    },
    error => {
      keep(errorReason(error) === 'already-lost' ? null : { ...draft, key: null })
      setRefusal(error)
      void queryClient.invalidateQueries()
    },
  )
  const isBusy = state !== 'idle'
  const [step, go] = useStep(draft.place ? TITLES.length : 1)
  // Also after a reload, which goes on sending.
  const shown = isBusy ? TITLES.length : step
  const problems = isAsked ? problemsOf(draft) : {}

  const change = (changes: Partial<LostDraft>) => {
    // Other words are another case for the server, which must not take them for the earlier ones.
    const next = { ...newest.current, ...changes, key: null }
    newest.current = next
    setDraft(next)
    setRefusal(null)
    keep(next)
  }

  const tell = () => {
    const key = draft.key ?? newClientId()
    keep({ ...draft, key })
    setRefusal(null)
    send({ path: `/api/dogs/${dog.id}/lost`, body: bodyOf(draft), key })
  }

  // What was being sent when the page was left is sent on.
  const isResumed = useRef(false)
  useEffect(() => {
    if (draft.key && !isResumed.current) tell()
    isResumed.current = true
  })

  const heading = useRef<HTMLHeadingElement>(null)
  useDidUpdate(() => heading.current?.focus(), [shown])

  const back = () => {
    if (isBusy) {
      stop()
      keep({ ...draft, key: null })
    }
    go(shown - 1)
  }
  const next = (to: number) => {
    setAsked(true)
    if (to === 2 && !draft.place) return
    if (to === 3 && Object.keys(problemsOf(draft)).length > 0) return
    setAsked(false)
    go(to)
  }

  return (
    <Mantine>
      <div className="stack-24">
        <p className="quiet">
          Step {shown} of {TITLES.length}
        </p>
        <h2 ref={heading} tabIndex={-1} className="text-name">
          {TITLES[shown - 1]}
        </h2>
        {shown === 1 ? (
          <>
            <PlaceField
              legend={`Where did you last see ${name}?`}
              value={draft.place}
              onChange={place => change({ place })}
              problem={isAsked && !draft.place ? `Please set the point where you last saw ${name}.` : null}
            />
            {draft.place && lostPoint(draft.place, placeOf(user)).isMoved ? (
              <p className={classes.box}>
                This is beside your home. Others see a point some streets away, so that nobody learns where you live.
              </p>
            ) : null}
            <WhenField
              legend="When was that?"
              value={draft.lastSeenAt}
              onChange={lastSeenAt => change({ lastSeenAt })}
            />
          </>
        ) : shown === 2 ? (
          <HelpsFields name={name} value={draft} problems={problems} onChange={change} />
        ) : (
          <>
            <Review dog={dog} draft={draft} />
            <p>
              Owners within {distanceText(REACHES[0], units)} of the point are told at once, with {name}’s photo. You
              can tell more of them after two hours.
            </p>
            {refusal ? (
              <div role="alert" className={`stack-12 ${classes.box}`}>
                <p>{serverMessage(refusal) ?? 'That did not work. Please try again.'}</p>
                {errorReason(refusal) === 'no-photo' ? (
                  <ButtonLink to={`/dog/${dog.id}/edit`} state={{ from: `/dog/${dog.id}/lost` }}>
                    Add a photo
                  </ButtonLink>
                ) : null}
                {errorReason(refusal) === 'email-not-verified' ? (
                  <ButtonLink to="/settings/account">Confirm your e-mail address</ButtonLink>
                ) : null}
              </div>
            ) : null}
            <div role="status">
              {state === 'sending' ? <p>Telling the neighbours…</p> : null}
              {state === 'waiting' ? (
                <p className={classes.box}>
                  There is no connection right now. We send it again by ourselves as soon as we can, and only once.
                  Everything is kept on this device.
                </p>
              ) : null}
            </div>
          </>
        )}
        <div className="stack-12">
          {shown < TITLES.length ? (
            <BigButton onClick={() => next(shown + 1)}>Next</BigButton>
          ) : (
            <BigButton pending={isBusy && 'Sending...'} onClick={tell}>
              Tell the neighbours
            </BigButton>
          )}
          {shown > 1 ? (
            <BigButton variant="default" aria-disabled={state === 'sending'} onClick={back}>
              Back
            </BigButton>
          ) : null}
          <p className="quiet">You can change all of it later.</p>
        </div>
      </div>
    </Mantine>
  )
}
