import { isolate } from '@barkyard/domain/isolate'
import { CASE_NOTE_MAX } from '@barkyard/domain/report'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { toastError } from '../../lib/toast.ts'
import { momentOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { Part, Quote } from './evidence.tsx'
import { ACTION_WORDS, kindWords } from './report-words.ts'

export const CaseHistory = ({ report, onOpen }: { report: AdminReportDetails; onOpen: (id: string) => void }) => (
  <>
    {report.decisions.length > 0 ? (
      <Part title="Decisions">
        {report.decisions.map(decision => (
          <div key={decision.at} className="sunken as-typed">
            <p>
              <strong>{ACTION_WORDS[decision.action]}</strong>
              {decision.until ? ` until ${momentOf(decision.until)}` : ''}
            </p>
            <p>{decision.statement}</p>
            <p className="quiet text-small breakable">
              {decision.by} · {momentOf(decision.at)}
            </p>
          </div>
        ))}
      </Part>
    ) : null}
    {report.earlier.length > 0 ? (
      <Part title="Other cases about this owner">
        <ul className="stack-8">
          {report.earlier.map(one => (
            <li key={one.id} className="line-12 between breakable">
              <span>
                <bdi>{one.dogName || 'The account'}</bdi>: {kindWords(one.kind)} ·{' '}
                {one.action ? ACTION_WORDS[one.action] : 'open'} · {momentOf(one.createdAt)}
              </span>
              <Button
                variant="subtle"
                size="sm"
                onClick={() => onOpen(one.id)}
                aria-label={`Open the case of ${isolate(one.dogName)}`}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      </Part>
    ) : null}
  </>
)

export function AdminNotes({ report }: { report: AdminReportDetails }) {
  const [text, setText] = useState('')
  const note = trpc.admin.noteReport.useMutation({
    // What was typed meanwhile stays.
    onSuccess: (_, sent) => setText(now => (now === sent.text ? '' : now)),
    onError: error => toastError(error, 'Failed to add the note'),
  })
  return (
    <Part title="Notes among moderators and admins">
      {report.adminNotes.map(one => (
        <Quote key={one.id} text={one.text} source={`${one.by} · ${momentOf(one.at)}`} />
      ))}
      <form
        className="stack-8"
        onSubmit={event => {
          event.preventDefault()
          if (text.trim()) note.mutate({ id: report.id, text })
        }}
      >
        <Textarea
          label="A note for other moderators and admins"
          maxLength={CASE_NOTE_MAX}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" disabled={!text.trim()} pending={note.isPending && 'Adding...'}>
            Add note
          </Button>
        </div>
      </form>
    </Part>
  )
}
