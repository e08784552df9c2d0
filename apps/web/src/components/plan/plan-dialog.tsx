import '../../styles/mantine-dialog.css'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { BackCloses } from '../back-closes.tsx'
import { ErrorState } from '../error-state.tsx'
import { lazyWithRetry } from '../lazy-with-retry.tsx'
import { Spinner } from '../loading.tsx'
import { Mantine } from '../mantine.tsx'
import classes from './plan-dialog.module.css'
import type { PlanFormProps } from './plan-form.tsx'

const PlanForm = lazyWithRetry(() => import('./plan-form.tsx').then(module => module.PlanForm), {
  waiting: <Spinner />,
  Failed: ({ onRetry }) => <ErrorState title="We couldn't load the map" onRetry={onRetry} />,
})

interface PlanDialogProps {
  title: string
  intro: string
  opened: boolean
  onClose: () => void
  form: Omit<PlanFormProps, 'onCancel' | 'onCalendar'>
}

/** Small windows: also those of a phone held sideways. */
const SMALL = '(max-width: 47.99em), (max-height: 30em)'

/** Picks a time and a park. It opens at once, and map and calendar are downloaded into it. Full screen on phones. */
export function PlanDialog({ title, intro, opened, onClose, form }: PlanDialogProps) {
  const phone = useMediaQuery(SMALL, undefined, { getInitialValueInEffect: false })
  const [calendarOpen, setCalendarOpen] = useState(false)
  const close = () => {
    if (form.pending) return
    setCalendarOpen(false)
    onClose()
  }

  return (
    <>
      {opened ? <BackCloses onBack={close} /> : null}
      <Mantine>
        <Modal
          opened={opened}
          onClose={close}
          title={title}
          size={920}
          fullScreen={phone}
          // A click outside must not lose the form's input, nor the Escape that closes the calendar.
          closeOnClickOutside={false}
          closeOnEscape={!calendarOpen}
          closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
          classNames={{
            content: classes.content ?? '',
            header: classes.header ?? '',
            title: classes.title ?? '',
            body: classes.body ?? '',
          }}
          transitionProps={{ transition: phone ? 'slide-up' : 'pop', duration: 200 }}
        >
          <p className={classes.intro}>{intro}</p>
          <PlanForm {...form} onCancel={close} onCalendar={setCalendarOpen} />
        </Modal>
      </Mantine>
    </>
  )
}
