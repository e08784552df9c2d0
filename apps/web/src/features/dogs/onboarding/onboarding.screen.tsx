import { isolate } from '@barkyard/domain/isolate'
import type { Place } from '@barkyard/domain/place'
import { useForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useUser } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { LeaveGuard } from '../../../components/leave-guard.tsx'
import { Mantine } from '../../../components/mantine.tsx'
import { Page } from '../../../components/page.tsx'
import { newClientId } from '../../../lib/client-id.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { isSecondClick } from '../../../lib/second-click.ts'
import { toast } from '../../../lib/toast.ts'
import { useStep } from '../../../lib/use-step.ts'
import { Around } from '../../location/around.tsx'
import { CityField, SuggestedCities } from '../../location/city-field.tsx'
import { UnknownCity, useCityCheck } from '../../location/unknown-city.tsx'
import classes from './onboarding.module.css'
import {
  CITY_STEP,
  type Draft,
  dogOfDraft,
  emptyDraft,
  isUntouched,
  keepDraft,
  lastStepOf,
  PHOTO_STEP,
  type Problem,
  problemOfStep,
  readDraft,
  STEPS,
} from './onboarding-draft.ts'
import { BodyStep, CharacterStep, StepProgress, WelcomeStep } from './onboarding-steps.tsx'
import { PhotoStep } from './photo-step.tsx'
import { useChosenPhotos, useCreateProfile } from './use-create-profile.ts'

const FIELDS = 'input:not([type=file]), textarea'

function titleOf(step: number, name: string) {
  const dog = name.trim() || 'your dog'
  const about = [`Tell us about ${dog}`, `What is ${dog} like?`, `Where does ${dog} live?`, `Add photos of ${dog}`]
  return ['Welcome', ...about][step - 1]
}

/** Creates a dog's profile in five steps. A reload keeps the input, and leaving asks first. */
export function Component() {
  const user = useUser()
  // The session has ended, and the landing page is about to replace this one.
  return user ? <Wizard key={user.id} userId={user.id} city={user.city ?? ''} /> : null
}

function Wizard({ userId, city }: { userId: string; city: string }) {
  const [knownCity] = useState(city)
  const [kept] = useState(() => readDraft(userId))
  const [tried, setTried] = useState(kept?.clientId)
  const [fresh] = useState(newClientId)
  const clientId = tried ?? fresh
  const photos = useChosenPhotos()
  const { submit, busy, made, isFinished } = useCreateProfile(photos, clientId, () => keepDraft(userId, null))
  const heading = useRef<HTMLHeadingElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const complaint = useRef<ReturnType<typeof toast>>(null)
  const cityCheck = useCityCheck()
  /** From the browser, for an unknown city. */
  const [at, setAt] = useState<Place | null>(kept?.at ?? null)

  const settle = () => {
    complaint.current?.dismiss()
    form.clearErrors()
    cityCheck.forget()
  }
  const form = useForm<Draft>({
    initialValues: kept?.draft ?? emptyDraft(knownCity),
    onValuesChange: (now, before) => {
      settle()
      if (now.city !== before.city) setAt(null)
    },
  })
  const { errors, values: draft } = form
  const [reached, go] = useStep(lastStepOf(draft))
  const step = made ? PHOTO_STEP : reached
  const shownStep = useRef(0)

  const isTouched = !isUntouched(draft, knownCity)
  const chosen = photos.photos.length
  const sent = photos.photos.filter(({ state }) => state === 'sent').length
  const isDiscarded = useRef(false)
  useEffect(() => {
    if (isDiscarded.current || isFinished()) return
    keepDraft(userId, isTouched || chosen > 0 ? { clientId: tried, draft, at, photos: chosen - sent, sent } : null)
  }, [userId, tried, draft, at, chosen, sent, isTouched, isFinished])

  // The focus goes to the first field of a step, or to the first one with an error. The photos' step has a title alone.
  useEffect(() => {
    const moved = shownStep.current !== step
    shownStep.current = step
    const [field] = Object.keys(errors)
    if (field) element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    else if (moved)
      (element.current?.querySelector<HTMLElement>(FIELDS) ?? heading.current)?.focus({ preventScroll: true })
    if (moved) window.scrollTo({ top: 0 })
  }, [step, errors])

  /** The next field that is still empty gets the focus, so that typing needs no tap. */
  const goOn = (name: 'breed' | 'age') => {
    if (draft[name] !== '') return false
    element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    return true
  }

  const move = (to: number) => {
    settle()
    void go(to)
  }
  const complain = (found: Problem) => {
    complaint.current = toast({ title: found.title, message: found.message, destructive: true })
    form.setErrors(found.fields)
    if (found.step !== step) void go(found.step)
  }
  const choose = (label: string) => {
    form.setFieldValue('city', label)
    move(CITY_STEP + 1)
  }
  const leaveCity = async () => {
    if (!cityCheck.checking && (await cityCheck.settle(draft.city.trim()))) move(CITY_STEP + 1)
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    if (step < STEPS) {
      const found = problemOfStep(step, draft)
      if (found) complain(found)
      else if (step === CITY_STEP) void leaveCity()
      else move(step + 1)
      return
    }
    const dog = dogOfDraft(draft)
    if ('fields' in dog) return complain(dog)
    setTried(clientId)
    submit({ dog, city: draft.city.trim(), at })
  }

  const unsent = chosen > sent

  return (
    <Page title="New dog" hideTitle width="narrow">
      <form
        ref={element}
        className={`stack-24 ${classes.wizard}`}
        onSubmit={next}
        onKeyDown={event => {
          const isName = event.target instanceof HTMLInputElement && event.target.name === 'name'
          if (event.key === 'Enter' && isName && !isComposing(event.nativeEvent) && goOn('breed'))
            event.preventDefault()
        }}
        noValidate
      >
        <StepProgress step={step} />
        <h2 ref={heading} id="step" tabIndex={-1} className="text-title breakable">
          {titleOf(step, draft.name)}
        </h2>
        {/* A group, so that the title is announced with the field that has the focus. */}
        {/* biome-ignore lint/a11y/useSemanticElements: the title stands outside, above it */}
        <div
          role="group"
          aria-labelledby="step"
          className="stack-24"
          // The city has space for its suggestions.
          style={{ alignContent: 'start', minHeight: step === CITY_STEP ? 310 : undefined }}
        >
          <Mantine>
            {step === 1 ? <WelcomeStep form={form} /> : null}
            {step === 2 ? <BodyStep form={form} onSexTapped={() => goOn('age')} /> : null}
            {step === 3 ? <CharacterStep form={form} /> : null}
            {step === CITY_STEP ? (
              <>
                <CityField {...form.getInputProps('city')} />
                {draft.city === '' ? <SuggestedCities onChoose={choose} /> : null}
                {cityCheck.unknown ? (
                  <UnknownCity
                    {...cityCheck.unknown}
                    onChoose={choose}
                    onLocate={found => {
                      setAt(found)
                      void leaveCity()
                    }}
                    onKeep={() => void leaveCity()}
                  />
                ) : null}
              </>
            ) : null}
            {step === PHOTO_STEP ? (
              <PhotoStep photos={photos} busy={busy} made={made?.name ?? null} lost={kept} />
            ) : null}
          </Mantine>
        </div>
        {/* Below the list of cities. A tap on a suggested one leads to the photos at once. */}
        {(step === CITY_STEP && !cityCheck.unknown) || step === PHOTO_STEP ? <Around city={draft.city} /> : null}
        <div className="foot row-12" style={{ marginBottom: 0 }}>
          {step > 1 && !made ? (
            <Button variant="default" onClick={() => move(step - 1)} disabled={busy}>
              Back
            </Button>
          ) : null}
          <Button
            type="submit"
            className={classes.next}
            aria-disabled={busy || cityCheck.checking}
            // The second click of a double click was meant for the step before.
            onClick={event => isSecondClick(event.nativeEvent) && event.preventDefault()}
          >
            {step < STEPS ? 'Next' : busy ? 'Creating profile...' : 'Complete'}
          </Button>
        </div>
      </form>
      <LeaveGuard
        active={made ? unsent || busy : isTouched || unsent || busy}
        // A reload keeps the typed input but no photos.
        asksBeforeReload={unsent || busy}
        isFree={isFinished}
        onLeave={() => {
          isDiscarded.current = true
          keepDraft(userId, null)
        }}
        title={made ? 'Leave without all photos?' : 'Leave without saving?'}
      >
        {made
          ? `${isolate(made.name)}'s profile is saved. Photos that haven't been uploaded will be lost.`
          : `What you told us about ${draft.name.trim() || 'your dog'} will be lost.`}
      </LeaveGuard>
    </Page>
  )
}
