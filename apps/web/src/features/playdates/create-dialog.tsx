import type { Match } from '@barkyard/domain/schemas/match'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { Spinner } from '../../components/loading.tsx'
import classes from './create-dialog.module.css'
import { useCreatePlaydate } from './data.ts'
import { useCreateForm } from './load-create-form.ts'

interface CreateDialogProps {
  match: Match
  opened: boolean
  onClose: () => void
}

/** The frame opens at once; map and calendar are downloaded into it. Full screen on phones. */
export function CreateDialog({ match, opened, onClose }: CreateDialogProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const create = useCreatePlaydate(match.otherDog.name, onClose)
  const { Form, failed, retry } = useCreateForm(opened)
  const [calendarOpen, setCalendarOpen] = useState(false)
  const close = () => {
    if (create.isPending) return
    setCalendarOpen(false)
    onClose()
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Create a Playdate"
      size={920}
      fullScreen={phone}
      // The form lies in there: a click beside the dialog must not lose it, nor the Escape that closes the calendar.
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
      <p className={classes.intro}>Schedule a meetup at a San Francisco park</p>
      {Form ? (
        <Form match={match} create={create} onCancel={close} onCalendar={setCalendarOpen} />
      ) : failed ? (
        <ErrorState title="We couldn't load the map" text="Check your connection, then try again." onRetry={retry} />
      ) : (
        <Spinner />
      )}
    </Modal>
  )
}
