import '../../styles/mantine-field.css'
import { MODERATION_ACTIONS, type ModerationAction, STATEMENT_MAX, TEMPLATE_TITLE_MAX } from '@barkyard/domain/report'
import type { StatementTemplate } from '@barkyard/domain/schemas/report'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useCreateTemplate, useEditTemplate } from './data.ts'
import { ACTION_WORDS } from './report-words.ts'

/** Creates or edits a template. @param props.template null for a new one. */
export function TemplateForm({ template, onDone }: { template: StatementTemplate | null; onDone: () => void }) {
  const [action, setAction] = useState<ModerationAction>(template?.action ?? 'warn')
  const [title, setTitle] = useState(template?.title ?? '')
  const [text, setText] = useState(template?.text ?? '')
  const create = useCreateTemplate(onDone)
  const edit = useEditTemplate(onDone)
  const startCreate = useOneAtATime(create.mutate)
  const startEdit = useOneAtATime(edit.mutate)
  const isSaving = create.isPending || edit.isPending
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        if (template) startEdit({ id: template.id, action, title, text })
        else startCreate({ action, title, text })
      }}
    >
      <NativeSelect
        label="For the decision"
        value={action}
        data={MODERATION_ACTIONS.map(value => ({ value, label: ACTION_WORDS[value] }))}
        onChange={event => {
          const chosen = MODERATION_ACTIONS.find(one => one === event.currentTarget.value)
          if (chosen) setAction(chosen)
        }}
      />
      <TextInput
        label="Title (only admins see it)"
        required
        maxLength={TEMPLATE_TITLE_MAX}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Statement"
        autosize
        minRows={4}
        required
        maxLength={STATEMENT_MAX}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className="row-12 end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={!title.trim() || !text.trim()} aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
