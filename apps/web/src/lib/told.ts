import { type ToastOptions, toast, toastError } from './toast.ts'

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
