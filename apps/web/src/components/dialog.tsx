import '../styles/mantine-dialog.css'
import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useCloseOnEscape } from '../lib/dialog-order.ts'
import classes from './dialog.module.css'
import { Mantine } from './mantine.tsx'
import { mountedWhenOpened } from './mounted-when-opened.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
  /** Called once the dialog has gone from the page, and the focus has returned. */
  onClosed?: () => void
  title: string
  /** A write is in progress, so the dialog cannot be closed. */
  pending?: boolean
  /** The dialog contains typed input, so a click outside must not close it. */
  keepsClicks?: boolean
  /** xl: two columns. */
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

/** A dialog with a fixed title and a scrolling body. Mantine limits it to 90% of the window's height. */
export function Dialog({ opened, onClose, onClosed, title, pending, keepsClicks, size = 'md', children }: DialogProps) {
  const close = () => {
    if (!pending) onClose()
  }
  useCloseOnEscape(opened, close)
  // Composed from parts, because the title in Mantine's header would be a second banner landmark.
  return (
    <Mantine>
      <Modal.Root
        opened={opened}
        onClose={close}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
        centered
        size={size === 'xl' ? '68rem' : size}
        closeOnClickOutside={!keepsClicks}
        closeOnEscape={false}
      >
        <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />
        <Modal.Content radius="lg" classNames={{ content: classes.content ?? '' }}>
          <div className={classes.head}>
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            <button type="button" className="icon-button" aria-label="Close" onClick={close}>
              <IconX size={22} aria-hidden="true" />
            </button>
          </div>
          <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Mantine>
  )
}

interface FormProps {
  onClose: () => void
  /** See Dialog. */
  pending?: boolean
}

/** A dialog with a form, which begins anew each time that it is opened. */
export const formDialog = <Props extends FormProps>(title: string, Form: ComponentType<Props>) =>
  mountedWhenOpened<Props & { opened: boolean }>(props => (
    <Dialog {...props} title={title} keepsClicks>
      <Form {...props} />
    </Dialog>
  ))
