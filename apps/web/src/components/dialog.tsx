import '../styles/mantine-dialog.css'
import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** A write is under way: the dialog stays. */
  pending?: boolean
  /** Holds what was typed: a click beside it must not lose that. */
  keepsClicks?: boolean
  size?: 'md' | 'lg'
  children: ReactNode
}

/** A dialog with a title that stays over a body that scrolls; Mantine keeps it to 90% of the window's height. */
export function Dialog({ opened, onClose, title, pending, keepsClicks, size = 'md', children }: DialogProps) {
  const close = () => {
    if (!pending) onClose()
  }
  // Put together by hand: in Mantine's own header the title would be a second banner landmark on the page.
  return (
    <Modal.Root opened={opened} onClose={close} centered size={size} closeOnClickOutside={!keepsClicks}>
      <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />
      <Modal.Content radius="lg" classNames={{ content: classes.content ?? '' }}>
        <div className={classes.head}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <button type="button" className={classes.close} aria-label="Close" onClick={close}>
            <IconX size={22} aria-hidden="true" />
          </button>
        </div>
        <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
