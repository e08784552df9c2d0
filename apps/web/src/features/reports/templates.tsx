import { isolate } from '@barkyard/domain/isolate'
import { MODERATION_ACTIONS, type ModerationAction, STATEMENT_MAX, TEMPLATE_TITLE_MAX } from '@barkyard/domain/report'
import type { StatementTemplate } from '@barkyard/domain/schemas/report'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useTemplates } from '../../components/queue.tsx'
import { told } from '../../lib/toast.ts'
import { useAsked } from '../../lib/use-asked.ts'
import { trpc } from '../../trpc.ts'
import { ACTION_WORDS } from './report-words.ts'

export function Templates() {
  const templates = useTemplates()
  const mayChange = useMay('templates')
  const add = useRef<HTMLButtonElement>(null)
  const [edited, setEdited] = useState<StatementTemplate | 'new' | null>(null)
  const deleted = useAsked<StatementTemplate>()
  const remove = trpc.admin.deleteStatementTemplate.useMutation(
    told('Template deleted', 'Failed to delete the template', () => {
      deleted.close()
      add.current?.focus()
    }),
  )
  if (!templates.data) return <Loaded query={templates} failed="We couldn't load the templates" rows={3} />
  return (
    <>
      <p className="quiet">Starting points for statements to owners. Adapt them to each case.</p>
      {templates.data.length === 0 ? <EmptyState mood="asleep" text="There are no templates yet." /> : null}
      <ul className="stack-16 ruled">
        {templates.data.map(template => (
          <li key={template.id} className="row-12">
            <div className="grow" style={{ flexBasis: 280 }}>
              <h3 className="label breakable">{template.title}</h3>
              <p className="quiet">{ACTION_WORDS[template.action]}</p>
              <p className="as-typed">{template.text}</p>
            </div>
            {mayChange ? (
              <div className="row-12 center end">
                <Button
                  variant="default"
                  aria-label={`Edit ${isolate(template.title)}`}
                  onClick={() => setEdited(template)}
                >
                  Edit
                </Button>
                <Button
                  variant="subtle"
                  color="collar"
                  aria-label={`Delete ${isolate(template.title)}`}
                  onClick={() => deleted.ask(template)}
                >
                  Delete
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div>
          <Button ref={add} variant="default" onClick={() => setEdited('new')}>
            New template
          </Button>
        </div>
      ) : null}
      <Dialog
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New template' : 'Edit template'}
        keepsClicks
      >
        {edited === null ? null : (
          <TemplateForm template={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        )}
      </Dialog>
      <ConfirmDialog
        opened={deleted.opened}
        onClose={deleted.close}
        onConfirm={() => deleted.subject && remove.mutate({ id: deleted.subject.id })}
        title={`Delete “${isolate(deleted.subject?.title ?? '')}”?`}
        confirmLabel="Delete"
        pending={remove.isPending}
        pendingLabel="Deleting..."
        destructive
      >
        Nobody can start from it any more. Statements that were sent do not change.
      </ConfirmDialog>
    </>
  )
}

function TemplateForm({ template, onDone }: { template: StatementTemplate | null; onDone: () => void }) {
  const { action, title, text } = template ?? { action: 'warn' as ModerationAction, title: '', text: '' }
  const form = useForm({ initialValues: { action, title, text } })
  const saved = told('Template saved', 'Failed to save the template', onDone)
  const create = trpc.admin.createStatementTemplate.useMutation(saved)
  const edit = trpc.admin.editStatementTemplate.useMutation(saved)
  const isSaving = create.isPending || edit.isPending
  return (
    <form
      className="stack-16"
      onSubmit={form.onSubmit(values =>
        template ? edit.mutate({ id: template.id, ...values }) : create.mutate(values),
      )}
    >
      <NativeSelect
        label="For the decision"
        data={MODERATION_ACTIONS.map(value => ({ value, label: ACTION_WORDS[value] }))}
        {...form.getInputProps('action')}
      />
      <TextInput
        label="Title (owners do not see it)"
        required
        maxLength={TEMPLATE_TITLE_MAX}
        {...form.getInputProps('title')}
      />
      <Textarea label="Statement" minRows={4} required maxLength={STATEMENT_MAX} {...form.getInputProps('text')} />
      <FormButtons
        label="Save"
        pendingLabel="Saving..."
        pending={isSaving}
        disabled={!form.values.title.trim() || !form.values.text.trim()}
        onCancel={onDone}
      />
    </form>
  )
}
