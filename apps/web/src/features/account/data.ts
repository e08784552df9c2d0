import type { ErrorReason } from '@barkyard/domain/errors'
import { errorReason, serverMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toast.ts'

interface MarkableForm<Field extends string> {
  setFieldError: (field: Field, message: string) => void
  getInputNode: (field: Field) => HTMLElement | null
}

/** Shows a refusal that is about a field beside it; any other one in a toast. */
export function showRefusal<Field extends string>(
  form: MarkableForm<Field>,
  error: unknown,
  fallback: string,
  fields: Partial<Record<ErrorReason, Field>>,
): void {
  const reason = errorReason(error)
  const field = reason === null ? undefined : fields[reason]
  if (field === undefined) return void toastError(error, fallback)
  form.setFieldError(field, serverMessage(error) ?? fallback)
  form.getInputNode(field)?.focus()
}
