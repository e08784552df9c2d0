import '../../styles/mantine-field.css'
import { localInstant } from '@barkyard/domain/local-time'
import { parkDateLabel, SLOTS } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE, PARKS } from '@barkyard/domain/parks'
import { PLAYDATE_TITLE_MAX } from '@barkyard/domain/playdate'
import type { Park } from '@barkyard/domain/schemas/park'
import { Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '../../auth.ts'
import { nearestFirst } from '../../lib/nearest-park.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../button.tsx'
import { Chips } from './chips.tsx'
import { DateField } from './date-field.tsx'
import { ParkMap } from './park-map.tsx'
import { changesOf, hasPassed, instantOf, type PlanFields, weekendDays } from './plan-fields.ts'
import classes from './plan-form.module.css'
import { type CompletePlan, planSchema } from './plan-schema.ts'

export interface PlanFormProps {
  /** The initial values. */
  start: PlanFields
  /** Marks fields that differ from `start`, and requires at least one difference. */
  marksChanges?: boolean
  /** The title cannot be changed. */
  keepsTitle?: boolean
  /** More fields, below the others. */
  children?: ReactNode
  /** What is shown below the fields about the chosen start; null if none is chosen, or it has passed. */
  note?: (whenTs: string | null) => ReactNode
  pending: boolean
  words: { submit: string; submitting: string }
  /** It must show its own errors: the form ignores them. */
  onSubmit: (values: CompletePlan) => Promise<unknown>
  onCancel: () => void
  /** Called when the calendar opens and closes. */
  onCalendar: (open: boolean) => void
}

/** Those that have a chip. */
const COMMON_TIMES = new Set(['09:00:00', '10:00:00', '11:00:00', '16:00:00', '17:00:00'])
const dayLabel = (day: string, now: Date) =>
  parkDateLabel(localInstant(BUILT_IN_ZONE, day, '12:00'), now, BUILT_IN_ZONE)

const EIGHT: Park[] = PARKS.map(park => ({
  ...park,
  timeZone: BUILT_IN_ZONE,
  facts: { fenced: null, water: null, smallDogs: null, leash: null },
  source: 'built-in',
  attribution: null,
  distance: null,
  closed: false,
}))
const parkAddress = new Map<string, string>(PARKS.map(park => [park.name, park.address]))
const slotLabel = (time: string) => SLOTS.find(slot => slot.value === time)?.label ?? time

// Popups stay inside the dialog, because screen readers would not find them outside.
const inDialog = { withinPortal: false }

export function PlanForm(props: PlanFormProps) {
  const { start, marksChanges = false, keepsTitle = false, pending, words } = props
  const now = useNow()
  const dateButton = useRef<HTMLButtonElement>(null)
  const busy = useRef(false)
  const [nothingChanged, setNothingChanged] = useState(false)
  const form = useForm<PlanFields>({
    initialValues: start,
    validate: schemaResolver(planSchema, { sync: true }),
    onValuesChange: () => setNothingChanged(false),
  })
  const { date, time, park } = form.values
  const slots = SLOTS.map(({ value, label }) => ({ value, label, disabled: hasPassed({ date, time: value }, now) }))
  const dayIsOver = slots.every(slot => slot.disabled)
  const instant = instantOf({ date, time })

  // The title has its default. A dialog focuses what is marked for it when it opens, but the first time this form arrives later.
  useEffect(() => dateButton.current?.focus({ preventScroll: true }), [])

  const chooseDate = (chosen: string) => {
    form.setFieldValue('date', chosen)
    if (hasPassed({ date: chosen, time }, new Date())) form.setFieldValue('time', null)
  }

  const submit = async (values: PlanFields) => {
    if (hasPassed(values, new Date())) {
      form.setValues({ time: null })
      form.setFieldError('time', 'Please select a time')
      form.getInputNode('time')?.focus()
      return
    }
    const complete = planSchema.parse(values)
    if (marksChanges && Object.keys(changesOf(start, complete)).length === 0) {
      setNothingChanged(true)
      return
    }
    // A second click can come before the first one's state is rendered.
    if (busy.current) return
    busy.current = true
    try {
      await props.onSubmit(complete)
    } catch {
      // The hook has shown the error. The form keeps its input.
    } finally {
      busy.current = false
    }
  }

  /** The former value of a changed field, to be shown below it. */
  const was = (field: keyof PlanFields, shown: (value: string) => string = value => value) => {
    const former = start[field]
    return marksChanges && former !== null && form.values[field] !== former ? `Was ${shown(former)}` : null
  }
  const changed = {
    title: was('title'),
    date: was('date', day => dayLabel(day, now)),
    time: was('time', slotLabel),
    park: was('park'),
  }
  const mark = (field: keyof PlanFields) => ({
    wrapperProps: { 'data-changed': changed[field] !== null || undefined },
    description: changed[field],
  })
  const zone = dayIsOver ? "Today's times have all passed. Please pick another day." : 'San Francisco time'

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, errors => {
        const first = (['title', 'date', 'time', 'park'] as const).find(field => errors[field])
        if (first) form.getInputNode(first)?.focus()
      })}
    >
      <div className={classes.fields}>
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
        <div className={classes.field} data-changed={changed.date !== null || undefined}>
          <DateField
            {...form.getInputProps('date')}
            ref={dateButton}
            value={date}
            now={now}
            description={changed.date}
            onChange={chooseDate}
            onCalendar={props.onCalendar}
          />
          <Chips
            legend="Weekends to come"
            columns={2}
            options={weekendDays(now).map(value => ({ value, label: dayLabel(value, now), isOff: false }))}
            chosen={date}
            onChoose={chooseDate}
          />
        </div>
        <div>
          <Select
            label="Time (1 hour duration)"
            placeholder="Select a time"
            data={slots}
            allowDeselect={false}
            withScrollArea={false}
            className={classes.field ?? ''}
            classNames={{ options: classes.times ?? '' }}
            comboboxProps={inDialog}
            {...mark('time')}
            description={changed.time === null ? zone : `${zone} · ${changed.time}`}
            {...form.getInputProps('time')}
          />
          <Chips
            legend="Times"
            columns={5}
            options={slots
              .filter(({ value }) => COMMON_TIMES.has(value))
              .map(({ value, label, disabled }) => ({ value, label: label.replace(':00', ''), isOff: disabled }))}
            chosen={time}
            onChoose={chosen => form.setFieldValue('time', chosen)}
          />
        </div>
        <Select
          label="Location"
          placeholder="Select a park"
          data={nearestFirst(useUser()).map(({ name }) => name)}
          allowDeselect={false}
          withScrollArea={false}
          className={classes.field ?? ''}
          classNames={{ options: classes.parks ?? '' }}
          comboboxProps={inDialog}
          renderOption={({ option }) => (
            <span>
              <span className={classes.park}>{option.label}</span>
              <span className={classes.address}>{parkAddress.get(option.value)}</span>
            </span>
          )}
          {...mark('park')}
          {...form.getInputProps('park')}
        />
        <Link to="/parks/suggest">Suggest a park that is missing</Link>
        {props.children}
        {props.note?.(instant && instant > now ? instant.toISOString() : null)}
      </div>
      <ParkMap
        parks={EIGHT}
        selected={EIGHT.find(({ name }) => name === park)?.id ?? null}
        onSelect={id => form.setFieldValue('park', EIGHT.find(one => one.id === id)?.name ?? null)}
      />
      <div className={classes.actions}>
        {nothingChanged ? (
          <p role="alert" className={classes.nothing}>
            {keepsTitle ? 'Change the time or the park first.' : 'Change the time, the park or the title first.'}
          </p>
        ) : null}
        <Button variant="default" disabled={pending} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={pending}>
          {pending ? words.submitting : words.submit}
        </Button>
      </div>
    </form>
  )
}
