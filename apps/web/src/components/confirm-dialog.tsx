import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from '../styles/mantine.module.css'

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
  /** Deletes or cannot be undone: the confirm button is red. */
  destructive?: boolean
}

/** Asks before something that cannot be taken back. Cancel has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { pending = false } = props
  const titleId = useId()
  const close = () => {
    if (!pending) props.onClose()
  }
  return (
    <Modal opened={props.opened} onClose={close} withCloseButton={false} role="alertdialog" aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.modalTitle}>
        {props.title}
      </h2>
      <Text component="div" c="dimmed" mt="xs">
        {props.children}
      </Text>
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" onClick={props.onClose} disabled={pending} data-autofocus>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button color={props.destructive ? 'collar' : 'grass'} onClick={props.onConfirm} disabled={pending}>
          {pending ? (props.pendingLabel ?? props.confirmLabel) : props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
