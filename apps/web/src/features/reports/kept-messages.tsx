import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import classes from './case-view.module.css'
import { momentOf } from './report-words.ts'

/** The chats that the reports keep: the reported dog at the left, its reporters at the right. */
export function KeptMessages({ report: { evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.messages.length === 0) return null
  return (
    <section className={classes.part} aria-label="Messages">
      <h4 className={classes.heading}>Messages</h4>
      <ol className={classes.messages}>
        {evidence.messages.map(message => {
          const isReported = message.senderDogId === dog.id
          return (
            <li key={message.id} className={classes.message} data-reported={isReported || undefined}>
              <p className={classes.quiet}>
                {isReported ? dog.name : 'Reporter'} · {momentOf(message.createdAt)}
              </p>
              <p>{message.body}</p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
