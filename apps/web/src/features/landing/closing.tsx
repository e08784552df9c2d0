import beagle from 'virtual:art/run-beagle'
import collie from 'virtual:art/run-collie'
import corgi from 'virtual:art/run-corgi'
import buttons from './buttons.module.css'
import classes from './closing.module.css'

/** The closing call to action. */
export const Closing = () => (
  <section id="about" className={classes.closing} aria-labelledby="about-title">
    <div className={classes.words}>
      <h2 id="about-title" className="text-title">
        Somewhere near you, a tail is waiting
      </h2>
      <p className={classes.text}>
        Barkyard is where dogs find their friends and people tag along. A profile takes two minutes. The rest is up to
        the dogs.
      </p>
      <a className={`${buttons.button} ${buttons.big} ${buttons.main}`} href="/api/login?new">
        Get Started Free
      </a>
    </div>
    <div className={classes.chase}>
      {[corgi, collie, beagle].map(src => (
        <img key={src} src={src} alt="" width={800} height={600} loading="lazy" decoding="async" />
      ))}
    </div>
  </section>
)
