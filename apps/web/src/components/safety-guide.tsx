import guide from '../lib/safety-guide.json'
import classes from './safety-guide.module.css'

export const SafetyGuide = () =>
  guide.map(part => (
    <section key={part.title}>
      <h3 className={classes.title}>{part.title}</h3>
      <ul className={classes.list}>
        {part.advice.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ))
