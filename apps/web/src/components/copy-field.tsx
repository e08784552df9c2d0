import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { copyText } from '../lib/share.ts'
import { toast } from '../lib/toast.ts'
import { capital } from '../lib/words.ts'
import { Button } from './button.tsx'

interface CopyFieldProps {
  /** What it is in a word, "token". */
  what: string
  label: string
  description: string
  value: string
  /** Absent: it is no secret, and stays. */
  onDone?: () => void
  message?: string
  children?: ReactNode
}

/** A text to copy: a secret that is never shown again, or a link. */
export function CopyField({ what, label, description, value, onDone, message = '', children }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const select = () => field.current?.select()
  // The button that made a secret had the focus, and is gone. A link comes by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => {
    if (onDone) select()
  }, [])
  const copy = async () => {
    if (await copyText(value)) toast({ title: `${capital(what)} copied`, message })
    // The selected text can be copied by keyboard.
    else select()
  }
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
        {onDone ? (
          <Button variant="default" onClick={onDone}>
            Done
          </Button>
        ) : null}
        <Button onClick={() => void copy()}>Copy {what}</Button>
      </div>
      {children}
    </div>
  )
}
