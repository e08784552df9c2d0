import { Button } from '@mantine/core'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { useActingDog, useUser } from '../../auth.ts'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { Page } from '../../components/page.tsx'
import { newClientId } from '../../lib/client-id.ts'
import { toast } from '../../lib/toast.ts'
import classes from './onboarding.module.css'
import {
  type Draft,
  dogOfDraft,
  emptyDraft,
  isUntouched,
  PHOTO_STEP,
  type Problem,
  problemOfStep,
  STEPS,
} from './onboarding-draft.ts'
import { BodyStep, CharacterStep, WelcomeStep } from './onboarding-steps.tsx'
import { PhotoStep } from './photo-step.tsx'
import { StepProgress } from './step-progress.tsx'
import { useChosenPhotos } from './use-chosen-photos.ts'
import { useCreateProfile } from './use-create-profile.ts'

function titleOf(step: number, name: string) {
  const dog = name.trim() || 'your dog'
  return ['Welcome', `How big is ${dog}?`, `What is ${dog} like?`, `Where does ${dog} live?`, 'Add photos'][step - 1]
}

interface OnboardingProps {
  CityField: ComponentType<{ value: string; onChange: (city: string) => void; error?: string | undefined }>
}

/** Makes a dog's profile in five steps. Nothing is kept before the last one, so leaving asks first. */
export function Onboarding({ CityField }: OnboardingProps) {
  const user = useUser()
  const [knownCity] = useState(user?.city ?? '')
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(knownCity))
  const [step, setStep] = useState(1)
  const [problem, setProblem] = useState<Problem | null>(null)
  const photos = useChosenPhotos()
  const [clientId] = useState(newClientId)
  const { submit, retry, busy, made, isFinished } = useCreateProfile(photos, clientId)
  const withBar = useActingDog() !== null
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const shownStep = useRef(step)
  const complaint = useRef<ReturnType<typeof toast>>(null)

  // A new step is a new page: its title takes the focus. A problem: the first field that has one.
  useEffect(() => {
    const moved = shownStep.current !== step
    shownStep.current = step
    const field = problem?.step === step ? Object.keys(problem.fields)[0] : undefined
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    else if (moved) heading.current?.focus()
    if (moved) window.scrollTo({ top: 0 })
  }, [step, problem])

  // What is no longer true goes at once: on a phone the toast lies over the button.
  const settle = () => {
    complaint.current?.dismiss()
    setProblem(null)
  }
  const change = (changes: Partial<Draft>) => {
    setDraft(now => ({ ...now, ...changes }))
    if (problem) settle()
  }
  const go = (to: number) => {
    settle()
    setStep(to)
  }
  const complain = (found: Problem) => {
    complaint.current = toast({ title: found.title, message: found.message, destructive: true })
    setProblem(found)
    setStep(found.step)
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    if (step < STEPS) {
      const found = problemOfStep(step, draft)
      return found ? complain(found) : go(step + 1)
    }
    const dog = dogOfDraft(draft)
    if ('fields' in dog) complain(dog)
    else void submit(dog, draft.city.trim())
  }

  const stepProps = { draft, change, errors: problem?.step === step ? problem.fields : {} }
  const unsaved = made ? photos.unsent() > 0 : !isUntouched(draft, knownCity) || photos.photos.length > 0

  return (
    <Page title="New dog" hideTitle width="narrow">
      <form ref={form} className={classes.form} onSubmit={next} noValidate>
        <StepProgress step={step} />
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {titleOf(step, draft.name)}
        </h2>
        <div className={classes.fields}>
          {step === 1 ? <WelcomeStep {...stepProps} /> : null}
          {step === 2 ? <BodyStep {...stepProps} /> : null}
          {step === 3 ? <CharacterStep {...stepProps} /> : null}
          {step === 4 ? (
            <CityField value={draft.city} onChange={city => change({ city })} error={stepProps.errors.city} />
          ) : null}
          {step === PHOTO_STEP ? (
            <PhotoStep photos={photos} busy={busy} made={made?.name ?? null} onRetry={photo => void retry(photo)} />
          ) : null}
        </div>
        <div className={classes.actions} data-with-bar={withBar || undefined}>
          {step > 1 && !made ? (
            <Button variant="default" onClick={() => go(step - 1)} disabled={busy}>
              Back
            </Button>
          ) : null}
          <Button
            type="submit"
            className={classes.next ?? ''}
            aria-disabled={busy}
            // The second click of a double click was meant for the step before.
            onClick={event => event.detail > 1 && event.preventDefault()}
          >
            {step < STEPS ? 'Next' : busy ? 'Creating profile...' : 'Complete'}
          </Button>
        </div>
      </form>
      <LeaveGuard
        active={unsaved || busy}
        isFree={isFinished}
        title={made ? 'Leave without all photos?' : 'Leave without saving?'}
      >
        {made
          ? `${made.name}'s profile is saved. The photos that have not arrived will be lost.`
          : `What you told us about ${draft.name.trim() || 'your dog'} will be lost.`}
      </LeaveGuard>
    </Page>
  )
}
