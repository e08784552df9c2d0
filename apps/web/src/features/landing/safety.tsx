import classes from './safety.module.css'

const ADVICE = [
  { title: 'Meet in public parks', text: 'Daylight, other dogs, an easy way home.' },
  { title: 'Verify profiles', text: 'Look for “Photo checked”, look at every photo, and read the bio.' },
  { title: 'Communicate through the platform', text: 'Keep the chat here until you have met.' },
]

export const Safety = () => (
  <section id="safety" className={classes.safety} aria-labelledby="safety-title">
    <div className={classes.panel}>
      <div>
        <h2 id="safety-title" className="text-title">
          Safe first, then silly
        </h2>
        <p className={classes.text}>
          Every playdate starts with two strangers. Meet in public parks, verify profiles, and communicate through the
          platform.
        </p>
        <button type="button" className={classes.button} aria-haspopup="dialog" data-safety-guide="">
          Learn About Safety
        </button>
      </div>
      <ul className="stack-24">
        {ADVICE.map(advice => (
          <li key={advice.title} className={classes.item}>
            <svg className={classes.check} viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 12.5 4 4 8-9" />
            </svg>
            <div>
              <h3 className="text-lead">{advice.title}</h3>
              <p>{advice.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
