import { SLOTS } from '@barkyard/domain/park-time'
import { PARKS } from '@barkyard/domain/parks'
import { defaultTitle, PLAYDATE_TITLE_MAX } from '@barkyard/domain/playdate'
import type { Match } from '@barkyard/domain/schemas/match'
import { Button, Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import classes from './create-form.module.css'
import { type useCreatePlaydate, useNow } from './data.ts'
import { DateField } from './date-field.tsx'
import { ParkMap } from './park-map.tsx'
import { hasPassed, type PlaydateFields, playdateFormSchema, toNewPlaydate } from './playdate-form.ts'

export interface CreateFormProps {
  match: Match
  create: ReturnType<typeof useCreatePlaydate>
  onCancel: () => void
  /** Told when the calendar opens and closes. */
  onCalendar: (open: boolean) => void
}

const parkAddress = new Map(PARKS.map(park => [park.name, park.address]))

// What opens in a dialog belongs to it: outside, screen readers would not find it.
const inDialog = { withinPortal: false }

export function CreateForm({ match, create, onCancel, onCalendar }: CreateFormProps) {
  const now = useNow()
  const title = useRef<HTMLInputElement>(null)
  const busy = useRef(false)
  const form = useForm<PlaydateFields>({
    initialValues: { title: defaultTitle(match.otherDog.name), date: null, time: null, park: null },
    validate: schemaResolver(playdateFormSchema, { sync: true }),
  })
  const { date, time, park } = form.values
  const slots = SLOTS.map(({ value, label }) => ({ value, label, disabled: hasPassed({ date, time: value }, now) }))
  const dayIsOver = slots.every(slot => slot.disabled)

  // On a touch screen the keyboard would cover the rest.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) title.current?.focus()
  }, [])

  const chooseDate = (chosen: string) => {
    form.setFieldValue('date', chosen)
    if (hasPassed({ date: chosen, time }, new Date())) form.setFieldValue('time', null)
  }

  const submit = async (values: PlaydateFields) => {
    if (hasPassed(values, new Date())) {
      form.setValues({ time: null })
      form.setFieldError('time', 'Please select a time')
      form.getInputNode('time')?.focus()
      return
    }
    // Two clicks can come before the first one's state is drawn.
    if (busy.current) return
    busy.current = true
    try {
      await create.mutateAsync(toNewPlaydate(match.id, playdateFormSchema.parse(values)))
    } catch {
      // The hook has told it already; the form stays as it is.
    } finally {
      busy.current = false
    }
  }

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
        <TextInput
          ref={title}
          label="Title"
          maxLength={PLAYDATE_TITLE_MAX}
          autoComplete="off"
          enterKeyHint="done"
          {...form.getInputProps('title')}
        />
        <DateField
          {...form.getInputProps('date')}
          value={date}
          now={now}
          onChange={chooseDate}
          onCalendar={onCalendar}
        />
        <Select
          label="Time (1 hour duration)"
          description={dayIsOver ? "Today's times have all passed. Please pick another day." : 'San Francisco time'}
          placeholder="Select a time"
          data={slots}
          allowDeselect={false}
          withScrollArea={false}
          classNames={{ options: classes.times ?? '' }}
          comboboxProps={inDialog}
          {...form.getInputProps('time')}
        />
        <Select
          label="Location"
          placeholder="Select a park"
          data={PARKS.map(({ name }) => name)}
          allowDeselect={false}
          withScrollArea={false}
          classNames={{ options: classes.parks ?? '' }}
          comboboxProps={inDialog}
          renderOption={({ option }) => (
            <span>
              <span className={classes.park}>{option.label}</span>
              <span className={classes.address}>{parkAddress.get(option.value)}</span>
            </span>
          )}
          {...form.getInputProps('park')}
        />
      </div>
      <ParkMap selected={park} onSelect={name => form.setFieldValue('park', name)} />
      <div className={classes.actions}>
        <Button variant="default" disabled={create.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create Playdate'}
        </Button>
      </div>
    </form>
  )
}
