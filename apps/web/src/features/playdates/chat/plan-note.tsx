import classes from './plan-card.module.css'

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** When something in the chat was, by the reader's clock, as below a bubble. */
export const SaidAt = ({ at }: { at: string }) => (
  <time className={classes.saidAt} dateTime={at}>
    {clock.format(new Date(at))}
  </time>
)

/** One line between the messages. */
export const PlanNote = ({ at, text }: { at: string; text: string }) => (
  <p className={classes.note}>
    <span>{text}</span> <SaidAt at={at} />
  </p>
)
