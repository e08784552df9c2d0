import '../styles/mantine-dialog.css'
import { Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOnEscape } from '../lib/dialog-order.ts'
import classes from '../styles/mantine.module.css'
import { Button } from './button.tsx'
import { Mantine } from './mantine.tsx'
import { mountedWhenOpened } from './mounted-when-opened.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** While true: the confirm button shows `pendingLabel`, and the dialog cannot be closed by accident. */
  pending?: boolean
  pendingLabel?: string
  /** Whether the action deletes something or cannot be undone. The confirm button is then red. */
  destructive?: boolean
}

// Set on the root, because a class of the content would also apply to the box around it.
const dressed = { content: classes.modal ?? '' }

/** Asks for confirmation of an action that cannot be undone. Cancel has the initial focus. */
export const ConfirmDialog = mountedWhenOpened((props: ConfirmDialogProps) => {
  const { pending = false } = props
  const close = () => {
    if (!pending) props.onClose()
  }
  useCloseOnEscape(props.opened, close)
  // Composed from parts, because the title in Mantine's header would be a second banner landmark.
  return (
    <Mantine>
      <Modal.Root opened={props.opened} onClose={close} centered classNames={dressed} closeOnEscape={false}>
        <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />
        <Modal.Content radius="lg">
          <Modal.Body p="lg">
            <Modal.Title className={classes.modalTitle ?? ''}>{props.title}</Modal.Title>
            <Text component="div" c="dimmed" mt="xs">
              {props.children}
            </Text>
            <Group justify="flex-end" mt="xl" gap="sm">
              <Button variant="default" onClick={close} aria-disabled={pending} data-autofocus>
                {props.cancelLabel ?? 'Cancel'}
              </Button>
              <Button color={props.destructive ? 'collar' : 'grass'} onClick={props.onConfirm} aria-disabled={pending}>
                {pending ? (props.pendingLabel ?? props.confirmLabel) : props.confirmLabel}
              </Button>
            </Group>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Mantine>
  )
})
