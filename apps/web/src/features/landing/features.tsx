import dachshund from '../../art/head-dachshund.svg'
import frenchie from '../../art/head-frenchie.svg'
import poodle from '../../art/head-poodle.svg'
import samoyed from '../../art/head-samoyed.svg'
import { CollarTag } from '../../components/collar-tag.tsx'
import classes from './landing.module.css'

const CARDS = [
  {
    title: 'Smart Matching',
    text: 'We compare size, age, temperament and location, so you meet dogs that suit yours.',
    pictures: [poodle, samoyed],
    tag: '92% match',
  },
  {
    title: 'Verified Profiles',
    text: 'Owners can have a photo or a vaccination record checked by a moderator. A badge says exactly what was seen.',
    pictures: [frenchie],
    // The badge's words. Their constant would bring the styles of many screens along.
    tag: 'Photo checked',
  },
  {
    title: 'Privacy First',
    text: 'Others see how many kilometers away you are, never where. Your exact location stays private until you share it.',
    pictures: [dachshund],
    tag: 'About 4 km away',
  },
]

const HEAD = { width: '100%', height: '100%', minHeight: 0, objectFit: 'cover', objectPosition: '50% 62%' } as const
const SECTION = { paddingBlock: 'clamp(48px, 6vw, 72px)', textAlign: 'center' } as const

export const Features = () => (
  <section id="features" className="page-width stack-24" style={SECTION} aria-labelledby="features-title">
    <h2 id="features-title" className="text-title">
      Made for dogs, careful with their people
    </h2>
    <div
      className="stack-24"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))', textAlign: 'start' }}
    >
      {CARDS.map(card => (
        <article
          key={card.title}
          className="card lifts"
          style={{ overflow: 'hidden', border: '1px solid var(--line)' }}
        >
          <div className={classes.art} aria-hidden="true">
            {card.pictures.map(src => (
              <img key={src} style={HEAD} src={src} alt="" width={800} height={1000} loading="lazy" decoding="async" />
            ))}
            <CollarTag tone="ball" className={classes.tag}>
              {card.tag}
            </CollarTag>
          </div>
          <div style={{ padding: '20px 24px 28px' }}>
            <h3 className="text-name">{card.title}</h3>
            <p className="quiet mt-8">{card.text}</p>
          </div>
        </article>
      ))}
    </div>
  </section>
)
