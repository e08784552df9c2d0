import { cityOfZone, localClock, localInstant } from '@barkyard/domain/local-time'
import { parkDateLabel, SLOTS, slotsOn } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { PLAYDATE_TITLE_MAX } from '@barkyard/domain/playdate'
import type { Park } from '@barkyard/domain/schemas/park'
import { Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { areBuiltIn, factWords } from '../../lib/park-words.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../button.tsx'
import { PillChoice } from '../pill-choice.tsx'
import { DateField } from './date-field.tsx'
import { ParkMap } from './park-map.tsx'
import { changesOf, hasPassed, instantOf, type PlanFields, weekendDays } from './plan-fields.ts'
import classes from './plan-form.module.css'
import { type CompletePlan, planSchema } from './plan-schema.ts'

export interface PlanFormProps {
  start: PlanFields
  parks: readonly Park[]
  /** Marks fields that differ from `start`, and requires at least one difference. */
  marksChanges?: boolean
  keepsTitle?: boolean
  children?: ReactNode
  /** What is shown below the fields about the chosen start; null if none is chosen, or it has passed. */
  note?: (whenTs: string | null) => ReactNode
  pending: boolean
  words: { submit: string; submitting: string }
  /** It must show its own errors: the form ignores them. */
  onSubmit: (values: CompletePlan) => Promise<unknown>
  onCancel: () => void
}

type Field = Exclude<keyof PlanFields, 'whenTs'>
/** What is chosen together: a day and an hour are one moment. */
const CHOICES = [['title'], ['date', 'time'], ['park']] as const satisfies Field[][]

const COMMON_TIMES = new Set(['09:00:00', '10:00:00', '11:00:00', '16:00:00', '17:00:00'])
/** A day is the same in words in each time zone. */
const dayLabel = (day: string, now: Date) =>
  parkDateLabel(localInstant(BUILT_IN_ZONE, day, '12:00'), now, BUILT_IN_ZONE)

const slotLabel = (time: string) => SLOTS.find(slot => slot.value === time)?.label ?? time

/** From so many parks on, typing finds one faster than scrolling. */
const MANY = 12

export function PlanForm(props: PlanFormProps) {
  const { start, parks, marksChanges = false, keepsTitle = false, pending, words } = props
  const now = useNow()
  const dateButton = useRef<HTMLButtonElement>(null)
  const [nothingChanged, setNothingChanged] = useState(false)
  const form = useForm<PlanFields>({
    initialValues: start,
    validate: schemaResolver(planSchema, { sync: true }),
    onValuesChange: () => setNothingChanged(false),
  })
  const { date, time } = form.values
  const park = parks.find(({ id }) => id === form.values.park)
  // Until one is chosen, the nearest tells the time.
  const zone = (park ?? parks[0])?.timeZone ?? BUILT_IN_ZONE
  const today = localClock(zone, now).date
  const units = useUnits()
  const slots = (date === null ? SLOTS : slotsOn(zone, date)).map(({ value, label }) => ({
    value,
    label,
    disabled: hasPassed({ date, time: value }, zone, now),
  }))
  const dayIsOver = slots.every(slot => slot.disabled)
  const instant = instantOf({ date, time }, zone)

  // The title has its default. A dialog focuses what is marked for it when it opens, but the first time this form arrives later.
  useEffect(() => dateButton.current?.focus({ preventScroll: true }), [])

  // What the other side changes meanwhile is the form's too, where nothing else was chosen: sending must not undo it.
  const began = useRef(start)
  useLayoutEffect(() => {
    for (const fields of marksChanges ? CHOICES : [])
      if (fields.every(field => form.values[field] === began.current[field]))
        for (const field of fields) if (start[field] !== began.current[field]) form.setFieldValue(field, start[field])
    began.current = start
  })

  const chooseDate = (chosen: string) => {
    form.setFieldValue('date', chosen)
    if (hasPassed({ date: chosen, time }, zone, new Date())) form.setFieldValue('time', null)
  }

  const choosePark = (id: string | null) => {
    form.setFieldValue('park', id)
    const there = parks.find(one => one.id === id)?.timeZone ?? zone
    // Where it is later, the day or the hour may be over.
    if (date !== null && date < localClock(there, new Date()).date) form.setFieldValue('date', null)
    if (hasPassed({ date, time }, there, new Date())) form.setFieldValue('time', null)
  }

  const submit = async (values: PlanFields) => {
    if (hasPassed(values, zone, new Date())) {
      form.setValues({ time: null })
      form.setFieldError('time', 'Please select a time')
      form.getInputNode('time')?.focus()
      return
    }
    if (!park) return form.setFieldError('park', 'Please select a park location')
    const complete = { ...planSchema.parse(values), park }
    if (marksChanges && Object.keys(changesOf(start, complete)).length === 0) return setNothingChanged(true)
    // The hook shows an error. The form keeps its input.
    await props.onSubmit(complete).catch(() => undefined)
  }

  /** Marks a changed field, with its former value below it. */
  const mark = (field: Field, shown: (value: string) => string = value => value) => {
    const former = start[field]
    const isChanged = marksChanges && former !== null && form.values[field] !== former
    return {
      wrapperProps: { 'data-changed': isChanged || undefined },
      description: isChanged ? `Was ${shown(former)}` : null,
    }
  }
  const dateMark = mark('date', day => dayLabel(day, now))
  const timeMark = mark('time', slotLabel)
  const zoneName = areBuiltIn(park ? [park] : parks) ? 'San Francisco' : (cityOfZone(zone) ?? zone)
  const aboutTime = dayIsOver ? "Today's times have all passed. Please pick another day." : `${zoneName} time`

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, errors => {
        const first = CHOICES.flat().find(field => errors[field])
        if (first) form.getInputNode(first)?.focus()
      })}
    >
      <div className="stack-16" style={{ alignContent: 'start' }}>
        {keepsTitle ? null : (
          <TextInput
            label="Title"
            maxLength={PLAYDATE_TITLE_MAX}
            autoComplete="off"
            enterKeyHint="done"
            className={classes.field ?? ''}
            {...mark('title')}
            {...form.getInputProps('title')}
          />
        )}
        <div className={`stack-8 ${classes.field}`} {...dateMark.wrapperProps}>
          <DateField
            {...form.getInputProps('date')}
            ref={dateButton}
            value={date}
            today={today}
            labelOf={day => dayLabel(day, now)}
            description={dateMark.description}
            onChange={chooseDate}
          />
          <PillChoice
            legend="Weekends to come"
            columns={2}
            options={weekendDays(zone, now).map(day => [day, dayLabel(day, now)])}
            value={date}
            onChange={chooseDate}
          />
        </div>
        <div className="stack-8">
          <Select
            label="Time (1 hour duration)"
            placeholder="Select a time"
            data={slots}
            className={classes.field ?? ''}
            styles={{ options: { maxHeight: 232 } }}
            {...timeMark}
            description={[aboutTime, timeMark.description].filter(Boolean).join(' · ')}
            {...form.getInputProps('time')}
          />
          <PillChoice
            legend="Times"
            columns={5}
            options={slots
              .filter(({ value }) => COMMON_TIMES.has(value))
              .map(({ value, label, disabled }) => [value, label.replace(':00', ''), disabled])}
            value={time}
            onChange={chosen => form.setFieldValue('time', chosen)}
          />
        </div>
        <Select
          label="Location"
          placeholder="Select a park"
          data={parks.map(({ id, name }) => ({ value: id, label: name }))}
          searchable={parks.length >= MANY}
          nothingFoundMessage="No park here has that name"
          className={classes.field ?? ''}
          renderOption={({ option }) => {
            const one = parks.find(({ id }) => id === option.value)
            const about = one && [one.address, ...factWords(one.facts)].filter(Boolean).join(' · ')
            return (
              <span>
                <span className="block bold">
                  {option.label}
                  {one && one.distance !== null ? (
                    <span className="quiet" style={{ fontWeight: 400 }}>
                      {' '}
                      {distanceText(one.distance, units)}
                    </span>
                  ) : null}
                </span>
                {about ? <span className="block quiet text-small">{about}</span> : null}
              </span>
            )
          }}
          {...mark('park', id => parks.find(one => one.id === id)?.name ?? 'another park')}
          {...form.getInputProps('park')}
          onChange={choosePark}
        />
        {park ? (
          <p className="text-small" style={{ marginTop: -8 }}>
            {factWords(park.facts).join(' · ')}{' '}
            <a className="tap" href={`/park/${park.id}`} target="_blank" rel="noopener">
              About {park.name}
            </a>
          </p>
        ) : null}
        <Link to="/parks/suggest">Suggest a park that is missing</Link>
        {props.children}
        {props.note?.(instant && instant > now ? instant.toISOString() : null)}
      </div>
      <ParkMap parks={parks} selected={park?.id ?? null} onSelect={choosePark} />
      <div className={`row-12 center end foot ${classes.actions}`}>
        {nothingChanged ? (
          <p role="alert" className={`alert medium grow ${classes.nothing}`}>
            {keepsTitle ? 'Change the time or the park first.' : 'Change the time, the park or the title first.'}
          </p>
        ) : null}
        <Button variant="default" disabled={pending} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending && words.submitting}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
