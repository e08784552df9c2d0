import dachshund from '../../art/lie-dachshund.svg'
import bernese from '../../art/sit-bernese.svg'
import corgi from '../../art/sit-corgi.svg'
import dalmatian from '../../art/sit-dalmatian.svg'
import golden from '../../art/sit-golden.svg'
import husky from '../../art/sit-husky.svg'
import buttons from '../../components/button.module.css'
import classes from './hero.module.css'
import yard from './yard.svg?raw'

const SKY = 'linear-gradient(to bottom, var(--sky-top), var(--sky-low) 72%)'

/** From left to right, in px of a yard that is 1,184 wide. Nearer dogs are lower, and later. */
const SITTING = [
  { src: husky, style: { width: 282, right: 408, bottom: 92 } },
  { src: dalmatian, style: { width: 288, right: 30, bottom: 112 } },
  { src: golden, style: { width: 348, right: 196, bottom: 62 } },
  { src: corgi, style: { width: 235, right: 116, bottom: 10 } },
  { src: bernese, style: { width: 308, right: -96, bottom: 34 } },
]

/** Taller if the text is large. */
const HERO = { display: 'grid', minHeight: 600, overflow: 'hidden', background: SKY }

export const Hero = () => (
  <section className="relative" style={HERO}>
    {/* Sky, hills, fence and lawn; by night with moon, stars and lamps. 2,400 wide, cut to fit. */}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, no input in it */}
    <div style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: yard }} />
    <div className="page-width relative">
      <div className={`stack-16 relative ${classes.words}`}>
        <h1 className={classes.headline}>Find the Perfect Playmate for Your Pup</h1>
        <p className={classes.subline}>
          Connect with dog owners nearby, match compatible pups, and schedule fun playdates at local parks
        </p>
        <div className="row-12 mt-8">
          <a className={buttons.button} data-size="lg" href="/api/login?new">
            Get Started
          </a>
          {/* biome-ignore lint/a11y/noAmbiguousAnchorText: the spec's words */}
          <a className={buttons.button} data-variant="default" data-size="lg" href="#features">
            Learn More
          </a>
        </div>
      </div>
      <div className={classes.pack}>
        {SITTING.map(dog => (
          <img key={dog.src} alt="" width={750} height={830} {...dog} />
        ))}
        <img src={dachshund} alt="" width={800} height={480} style={{ width: 300, right: 734, bottom: 22 }} />
      </div>
    </div>
  </section>
)
