import '../../styles/mantine-field.css'
import { CASE_NOTE_MAX } from '@barkyard/domain/report'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { momentOf } from '../../lib/words.ts'
import classes from './case-view.module.css'
import { useNote } from './data.ts'

/** What admins note about a case for each other. */
export function AdminNotes({ report }: { report: AdminReportDetails }) {
  const [text, setText] = useState('')
  const note = useNote(() => setText(''))
  const start = useOneAtATime(note.mutate)
  return (
    <section className={classes.part} aria-label="Notes among admins">
      <h4 className={classes.heading}>Notes among admins</h4>
      {report.adminNotes.map(one => (
        <blockquote key={one.id} className={classes.note}>
          {one.text}
          <footer className="quiet text-small breakable">
            {one.by} · {momentOf(one.at)}
          </footer>
        </blockquote>
      ))}
      <form
        className={classes.part}
        onSubmit={event => {
          event.preventDefault()
          if (text.trim()) start({ id: report.id, text })
        }}
      >
        <Textarea
          label="A note for other admins"
          autosize
          minRows={2}
          maxLength={CASE_NOTE_MAX}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" disabled={!text.trim()} aria-disabled={note.isPending}>
            {note.isPending ? 'Adding...' : 'Add note'}
          </Button>
        </div>
      </form>
    </section>
  )
}
