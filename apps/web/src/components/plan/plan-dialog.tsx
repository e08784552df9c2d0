import '../../styles/mantine-dialog.css'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { BackCloses } from '../back-closes.tsx'
import { ErrorState } from '../error-state.tsx'
import { lazyMap } from '../lazy-map.tsx'
import { Spinner } from '../loading.tsx'
import { Mantine } from '../mantine.tsx'
import classes from './plan-dialog.module.css'
import type { PlanFormProps } from './plan-form.tsx'
import { useOfferedParks } from './use-offered-parks.ts'

const PlanForm = lazyMap(() => import('./plan-form.tsx').then(module => module.PlanForm))

interface PlanDialogProps {
  title: string
  /** A function: of whether all offered parks are the built-in ones. */
  intro: string | ((isBuiltIn: boolean) => string)
  /** The match that will meet, whose parks are offered; null: a walk's. */
  matchId: string | null
  opened: boolean
  onClose: () => void
  form: Omit<PlanFormProps, 'onCancel' | 'onCalendar' | 'parks'>
}

/** Small windows: also those of a phone held sideways. */
const SMALL = '(max-width: 47.99em), (max-height: 30em)'

/** Picks a time and a park. It opens at once, and map and calendar are downloaded into it. Full screen on phones. */
export function PlanDialog({ title, intro, matchId, opened, onClose, form }: PlanDialogProps) {
  const phone = useMediaQuery(SMALL, undefined, { getInitialValueInEffect: false })
  const { parks, isBuiltIn, failed, retry } = useOfferedParks(matchId, form.start.park, opened)
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
            body: classes.body ?? '',
          }}
          transitionProps={{ transition: phone ? 'slide-up' : 'pop', duration: 200 }}
        >
          <p className={classes.intro}>{typeof intro === 'string' ? intro : intro(isBuiltIn)}</p>
          {parks ? (
            <PlanForm {...form} parks={parks} onCancel={close} onCalendar={setCalendarOpen} />
          ) : failed ? (
            <ErrorState title="We couldn't load the parks" onRetry={retry} />
          ) : (
            <Spinner />
          )}
        </Modal>
      </Mantine>
    </>
  )
}
