import '@mantine/dates/styles.layer.css'
import { InputBase, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useCloseOnEscape } from '../dialog.tsx'
import classes from './date-field.module.css'

const TODAY = { style: { boxShadow: 'inset 0 0 0 1.5px var(--control-line)' } }

interface DateFieldProps {
  /** YYYY-MM-DD. */
  value: string | null
  onChange: (date: string) => void
  /** YYYY-MM-DD in the park: earlier days cannot be picked. */
  today: string
  labelOf: (date: string) => string
  /** Its button, which a dialog focuses first. */
  ref?: Ref<HTMLButtonElement>
  error?: ReactNode
  description?: ReactNode
  'data-path'?: string
}

export function DateField(props: DateFieldProps) {
  const { value, onChange, today, labelOf, ref, error, description, 'data-path': path } = props
  const id = useId()
  const [opened, setOpened] = useState(false)
  // Wherever the focus is: it may have left a control that is off now.
  useCloseOnEscape(opened, () => setOpened(false))
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <InputBase
          ref={ref}
          data-autofocus
          component="button"
          type="button"
          pointer
          label="Date"
          error={error}
          description={description}
          data-path={path}
          // A label alone would hide the chosen day from screen readers.
          labelProps={{ id: `${id}-label` }}
          aria-labelledby={`${id}-label ${id}-value`}
          rightSection={<IconCalendar size={20} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          onClick={() => setOpened(!opened)}
        >
          <span id={`${id}-value`} className={value ? undefined : 'quiet'}>
            {value ? labelOf(value) : 'Pick a date'}
          </span>
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <DatePicker
          value={value}
          onChange={date => {
            if (date) onChange(date)
            setOpened(false)
          }}
          defaultDate={value ?? today}
          minDate={today}
          maxLevel="month"
          firstDayOfWeek={0}
          hideOutsideDates={false}
          weekendDays={[]}
          ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
          getDayProps={date => (date === today ? TODAY : {})}
          classNames={{ day: classes.day ?? '' }}
          styles={{ calendarHeaderControl: { width: 44, height: 44 } }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
