import { SAFETY_GUIDE } from '../lib/safety-guide.ts'
import classes from './safety-guide.module.css'

export const SafetyGuideText = () =>
  SAFETY_GUIDE.map(part => (
    <section key={part.title}>
      <h3 className={classes.title}>{part.title}</h3>
      <ul className={classes.list}>
        {part.advice.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ))
