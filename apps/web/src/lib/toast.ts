import { serverMessage } from './errors.ts'
import { createStore } from './store.ts'

export interface ToastOptions {
  title: string
  message?: string
  /** An error: announced to screen readers at once, and shown in red. */
  destructive?: boolean
  action?: { label: string; onClick: () => void }
  /** Milliseconds it stays; default 5000. */
  duration?: number
  /** Whether it offers notifications on this device: the user has done what others will answer. Never earlier. */
  offers?: boolean
}

export interface Toast extends ToastOptions {
  id: number
  open: boolean
}

/** How many milliseconds a toast stays. Tests let it stay longer than a busy machine takes to look. */
export const toastTime = { ms: 5000 }
/** How long a dismissed toast may still be updated (and so shown again) before it is forgotten. */
const REMOVE_AFTER = 1_000_000

/** The toast, open or dismissed. null: none, or it is forgotten. */
export const shownToast = createStore<Toast | null>(null)
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

function become(next: Toast) {
  shownToast.set(next)
  clearTimeout(removal)
  if (!next.open) removal = setTimeout(() => shownToast.set(null), REMOVE_AFTER)
}

/** Shows a toast, which replaces the current one. @returns functions that change or dismiss this toast. */
export function toast(options: ToastOptions) {
  lastId += 1
  const id = lastId
  become({ ...options, id, open: true })
  return {
    id,
    update(changes: Partial<ToastOptions>) {
      const shown = shownToast.get()
      if (shown?.id === id) become({ ...shown, ...changes, open: true })
    },
    dismiss: () => dismissToast(id),
  }
}

export function dismissToast(id: number) {
  const shown = shownToast.get()
  if (shown?.id === id && shown.open) become({ ...shown, open: false })
}

/** Shows a failed write: the server's message, otherwise the fallback. */
export const toastError = (error: unknown, fallback: string, title = 'Error') =>
  toast({ title, message: serverMessage(error) ?? fallback, destructive: true })

type Words = string | ToastOptions

/**
 * Options of a mutation whose outcome a toast tells. `onDone` is called here, not by the component, which may be removed
 * before the answer arrives; `onFailed` where a refusal means that what is shown is out of date.
 * @param done its words, or what makes them of the answer and of what was asked
 */
export const told = <Answer, Asked>(
  done: Words | ((answer: Answer, asked: Asked) => Words),
  failed: string,
  onDone?: () => void,
  onFailed?: (error: unknown) => void,
) => ({
  onSuccess: (answer: Answer, asked: Asked) => {
    onDone?.()
    const words = typeof done === 'function' ? done(answer, asked) : done
    toast(typeof words === 'string' ? { title: words } : words)
  },
  onError: (error: unknown) => {
    toastError(error, failed)
    onFailed?.(error)
  },
})
