import '../styles/mantine-field.css'
import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { toast } from '../lib/toast.ts'
import { Button } from './button.tsx'

interface ShownOnceProps {
  /** What it is in a word, "token". */
  what: string
  label: string
  description: string
  value: string
  onDone: () => void
  /** Below it. */
  children?: ReactNode
}

/** A secret that can be copied now and is never shown again. */
export function ShownOnce({ what, label, description, value, onDone, children }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null)
  const select = () => field.current?.select()
  // The focused button was removed.
  useEffect(select, [])
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ title: `${what.charAt(0).toUpperCase()}${what.slice(1)} copied` }),
      // Browsers allow copying only on https. The selected text can be copied by keyboard.
      select,
    )
  return (
    <div className="stack-16">
      <TextInput
        ref={field}
        label={label}
        description={description}
        value={value}
        readOnly
        spellCheck={false}
        styles={{ input: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' } }}
      />
      <div className="row-12 end">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button onClick={() => void copy()}>Copy {what}</Button>
      </div>
      {children}
    </div>
  )
}
