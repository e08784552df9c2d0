import { isolate } from '@barkyard/domain/isolate'
import type { StatementTemplate } from '@barkyard/domain/schemas/report'
import { useRef, useState } from 'react'
import { useMay } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { queueRows } from '../../components/queue-row.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useDeleteTemplate, useTemplates } from './data.ts'
import { ACTION_WORDS } from './report-words.ts'
import classes from './reports.module.css'
import { TemplateForm } from './template-form.tsx'

/** The templates for statements. Admins create, edit and delete them. */
export function Templates() {
  const templates = useTemplates()
  const mayChange = useMay('templates')
  const add = useRef<HTMLButtonElement>(null)
  const [edited, setEdited] = useState<StatementTemplate | 'new' | null>(null)
  const [deleted, setDeleted] = useState<StatementTemplate | null>(null)
  const remove = useDeleteTemplate(() => {
    setDeleted(null)
    // The row with the focused button was removed.
    add.current?.focus()
  })
  const startRemove = useOneAtATime(remove.mutate)
  if (templates.isError)
    return <ErrorState title="We couldn't load the templates" onRetry={() => void templates.refetch()} />
  if (!templates.data) return <SkeletonRows rows={3} />
  return (
    <>
      <p className="quiet">Starting points for statements to owners. Adapt them to each case.</p>
      {templates.data.length === 0 ? <EmptyState mood="asleep" text="There are no templates yet." /> : null}
      <ul className={queueRows}>
        {templates.data.map(template => (
          <li key={template.id} className={classes.template}>
            <div className={classes.templateWords}>
              <h3 className={classes.templateTitle}>{template.title}</h3>
              <p className="quiet">{ACTION_WORDS[template.action]}</p>
              <p className={classes.statement}>{template.text}</p>
            </div>
            {mayChange ? (
              <div className="row-12 end">
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
                  onClick={() => setDeleted(template)}
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
        opened={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={() => deleted && startRemove({ id: deleted.id })}
        title={`Delete “${isolate(deleted?.title ?? '')}”?`}
        confirmLabel="Delete"
        pending={remove.isPending}
        pendingLabel="Deleting..."
        destructive
      >
        Admins can no longer start from it. Statements that were sent do not change.
      </ConfirmDialog>
    </>
  )
}
