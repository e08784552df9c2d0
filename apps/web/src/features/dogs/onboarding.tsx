import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
  CityField: ComponentType<{ value?: string; onChange?: (city: string) => void; error?: ReactNode }>
}

/** Makes a dog's profile in five steps. Nothing is kept before the last one, so leaving asks first. */
export function Onboarding({ CityField }: OnboardingProps) {
  const user = useUser()
  const [knownCity] = useState(user?.city ?? '')
  const [step, setStep] = useState(1)
  const photos = useChosenPhotos()
  const [clientId] = useState(newClientId)
  const { submit, retry, busy, made, isFinished } = useCreateProfile(photos, clientId)
  const withBar = useActingDog() !== null
  const heading = useRef<HTMLHeadingElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const shownStep = useRef(step)
  const complaint = useRef<ReturnType<typeof toast>>(null)

  // What is no longer true goes at once: on a phone the toast lies over the button.
  const settle = () => {
    complaint.current?.dismiss()
    form.clearErrors()
  }
  const form = useForm<Draft>({ initialValues: emptyDraft(knownCity), onValuesChange: settle })
  const { errors, values: draft } = form

  // A new step is a new page: its title takes the focus. A problem: the first field that has one.
  useEffect(() => {
    const moved = shownStep.current !== step
    shownStep.current = step
    const [field] = Object.keys(errors)
    if (field) element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    else if (moved) heading.current?.focus()
    if (moved) window.scrollTo({ top: 0 })
  }, [step, errors])

  const go = (to: number) => {
    settle()
    setStep(to)
  }
  const complain = (found: Problem) => {
    complaint.current = toast({ title: found.title, message: found.message, destructive: true })
    form.setErrors(found.fields)
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

  const unsaved = made ? photos.unsent() > 0 : !isUntouched(draft, knownCity) || photos.photos.length > 0

  return (
    <Page title="New dog" hideTitle width="narrow">
      <form ref={element} className={classes.form} onSubmit={next} noValidate>
        <StepProgress step={step} />
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {titleOf(step, draft.name)}
        </h2>
        <div className={classes.fields}>
          {step === 1 ? <WelcomeStep form={form} /> : null}
          {step === 2 ? <BodyStep form={form} /> : null}
          {step === 3 ? <CharacterStep form={form} /> : null}
          {step === 4 ? <CityField {...form.getInputProps('city')} /> : null}
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
