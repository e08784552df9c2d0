import dachshund from 'virtual:art/lie-dachshund'
import bernese from 'virtual:art/sit-bernese'
import corgi from 'virtual:art/sit-corgi'
import dalmatian from 'virtual:art/sit-dalmatian'
import golden from 'virtual:art/sit-golden'
import husky from 'virtual:art/sit-husky'
import buttons from '../../components/button.module.css'
import classes from './hero.module.css'
import yard from './yard.svg?raw'

const SITTING = { width: 750, height: 830 }

/** From left to right. The names are classes of hero.module.css. */
const pack = [
  { src: husky, place: classes.husky },
  { src: dalmatian, place: classes.dalmatian },
  { src: golden, place: classes.golden },
  { src: bernese, place: classes.bernese },
  { src: corgi, place: classes.corgi },
]

export const Hero = () => (
  <section className={classes.hero}>
    {/* Sky, hills, fence and lawn; by night with moon, stars and lamps. 2,400 wide, cut to fit. */}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, no input in it */}
    <div style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: yard }} />
    <div className="page-width relative">
      <div className={classes.words}>
        <h1 className={classes.headline}>Find the Perfect Playmate for Your Pup</h1>
        <p className={classes.subline}>
          Connect with dog owners nearby, match compatible pups, and schedule fun playdates at local parks
        </p>
        <div className={classes.buttons}>
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
        {pack.map(dog => (
          <img key={dog.src} className={dog.place} src={dog.src} alt="" {...SITTING} />
        ))}
        <img className={classes.dachshund} src={dachshund} alt="" width={800} height={480} />
      </div>
    </div>
  </section>
)
