import classes from './steps.module.css'

const STEPS = [
  { title: 'Create Profile', text: 'Name, breed, photos, and what makes your dog wag.' },
  { title: 'Sniff & Match', text: 'See who lives nearby, and bark at the ones you like.' },
  { title: 'Chat & Connect', text: 'Type anything. We translate it into dog.' },
  { title: 'Schedule Playdates', text: 'Pick one of eight San Francisco parks, a day and an hour.' },
]

/** The four steps, joined by a trail of paws. */
export const Steps = () => (
  <section className={classes.steps} aria-labelledby="steps-title">
    <h2 id="steps-title" className="visually-hidden">
      How it works
    </h2>
    <ol className={classes.list}>
      {STEPS.map((step, index) => (
        <li key={step.title} className={classes.step}>
          <span className={classes.number} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3 className="text-lead">{step.title}</h3>
            <p className={classes.text}>{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)
