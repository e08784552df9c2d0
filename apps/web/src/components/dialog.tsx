import { Modal } from '@mantine/core'
import { type ComponentType, type CSSProperties, type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { isComposing } from '../lib/is-composing.ts'
import { Mantine } from './mantine.tsx'
import { mountedWhenOpened, type Opened } from './mounted-when-opened.tsx'

/** What closes the opened dialogs, the uppermost last. */
const opened: (() => void)[] = []

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || isComposing(event) || event.repeat) return
  // Mantine marks elements that need Escape themselves, such as the field of an open list.
  if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]')) return
  opened.at(-1)?.()
}

/** Escape closes the uppermost dialog alone. With Mantine's `closeOnEscape` one press would close several. */
export function useCloseOnEscape(isOpened: boolean, close: () => void) {
  const onEscape = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpened) return
    const entry = () => onEscape()
    if (opened.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true })
    opened.push(entry)
    return () => {
      opened.splice(opened.indexOf(entry), 1)
      if (opened.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [isOpened])
}

export interface DialogProps extends Opened {
  /** Called once the dialog has gone from the page, and the focus has returned. */
  onClosed?: () => void
  title: string
  /** A write is in progress, so the dialog cannot be closed. */
  pending?: boolean
  /** The dialog contains typed input, so a click outside must not close it. */
  keepsClicks?: boolean
  /** Default true. Without it, a button of its own closes it. */
  withCloseButton?: boolean
  /** xl: two columns. A number: px. */
  size?: 'md' | 'lg' | 'xl' | number
  fullScreen?: boolean
  styles?: Partial<Record<'header' | 'title' | 'body', CSSProperties>>
  children: ReactNode
}

/** A dialog with a fixed title and a scrolling body. Mantine limits it to 90% of the window's height. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, onClosed, title, pending, keepsClicks, withCloseButton = true, size = 'md' } = props
  const close = () => {
    if (!pending) onClose()
  }
  useCloseOnEscape(opened, close)
  return (
    <Mantine>
      <Modal
        opened={opened}
        onClose={close}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
        title={title}
        size={size === 'xl' ? '68rem' : size}
        fullScreen={props.fullScreen ?? false}
        // What grows as its content comes keeps its upper edge: Close must not move away between a press and its release.
        centered={size === 'md'}
        closeOnClickOutside={!keepsClicks}
        closeOnEscape={false}
        withCloseButton={withCloseButton}
        closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 22 }}
        {...(props.styles && { styles: props.styles })}
      >
        {props.children}
      </Modal>
    </Mantine>
  )
}

interface FormProps {
  onClose: () => void
  pending?: boolean
}

/** A dialog with a form, which begins anew each time that it is opened. */
export const formDialog = <Props extends FormProps>(title: string, Form: ComponentType<Props>) =>
  mountedWhenOpened<Props & { opened: boolean }>(props => (
    <Dialog {...props} title={title} keepsClicks>
      <Form {...props} />
    </Dialog>
  ))
