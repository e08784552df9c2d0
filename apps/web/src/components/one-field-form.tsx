import { TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface OneFieldFormProps extends Omit<TextInputProps, 'error' | 'onChange' | 'variant'> {
  /** What is said where nothing was typed. */
  missing: string
  button: string
  variant?: 'filled' | 'default'
  pending: string | false
  onSend: (text: string) => void
}

export function OneFieldForm({ missing, button, variant, pending, onSend, className, ...field }: OneFieldFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value ?? ''
    if (text.trim() !== '') return onSend(text)
    setError(missing)
    input.current?.focus()
  }
  return (
    <form className={className ?? ''} noValidate onSubmit={submit}>
      <TextInput ref={input} autoComplete="off" error={error} onChange={() => setError(null)} {...field} />
      <Button type="submit" variant={variant ?? 'filled'} pending={pending}>
        {button}
      </Button>
    </form>
  )
}
