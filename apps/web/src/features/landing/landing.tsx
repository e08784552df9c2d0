import type { Inviter } from '@barkyard/domain/invite'
import type { Photo } from '@barkyard/domain/schemas/photo'
import { useEffect, useRef } from 'react'
import beagle from '../../art/run-beagle.svg'
import collie from '../../art/run-collie.svg'
import corgi from '../../art/run-corgi.svg'
import buttons from '../../components/button.module.css'
import { Logo } from '../../components/logo.tsx'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import { Features } from './features.tsx'
import { Footer, type FooterLinks } from './footer.tsx'
import { Hero } from './hero.tsx'
import classes from './landing.module.css'
import { opensGuide, SafetyDialog } from './safety-dialog.tsx'

const Anchors = () => (
  <nav className={`row-8 ${classes.anchors}`} aria-label="Sections">
    {['Features', 'Safety', 'About'].map(label => (
      <a key={label} className="tap plain-link bold pressable" href={`#${label.toLowerCase()}`}>
        {label}
      </a>
    ))}
  </nav>
)

/** Sticky. On phones the anchors are in a separate row below it, which scrolls away. */
const TopBar = () => (
  <>
    <header className={classes.bar}>
      <div
        className="page-width line"
        style={{ flexWrap: 'wrap', gap: '0 clamp(8px, 3vw - 4px, 32px)', minHeight: 'var(--header-height)' }}
      >
        <a className="tap plain-link" href="/" aria-label="Barkyard, home">
          <Logo />
        </a>
        <Anchors />
        <div className={`line ${classes.actions}`}>
          <ThemeToggle />
          <a className={buttons.button} data-variant="subtle" href="/api/login">
            Log In
          </a>
          <a className={buttons.button} href="/api/login?new">
            Sign Up
          </a>
        </div>
      </div>
    </header>
    <Anchors />
  </>
)

const NOTE = { padding: '12px var(--gutter)', background: 'var(--grass-soft)', textAlign: 'center' } as const

/** Shown once at `/?goodbye` by the page's script, after a user has deleted their account. */
const Goodbye = () => (
  <p id="goodbye" hidden tabIndex={-1} style={NOTE}>
    Your account has been deleted. Goodbye, and many happy walks!
  </p>
)

/** Shown where the visitor's session has ended without them. A text that comes with the page is not read out, so it gets the focus. */
function SignedOut() {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={note} id="signed-out" tabIndex={-1} style={NOTE}>
      <strong>You have been signed out.</strong> It was done on another device, the password was changed, or too much
      time had passed. Log in to continue.
    </p>
  )
}

const facing = (focus: Photo['focus']) => focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }

/** @param by null: by somebody who is not known any more, or has no dog */
const Invited = ({ by }: { by: Inviter | null }) => (
  <div className="line-12 middle" style={{ ...NOTE, textAlign: 'start' }}>
    {by?.photo ? (
      <img
        className="disc no-shrink"
        src={by.photo.urlThumb}
        alt=""
        width={56}
        height={56}
        style={{ objectFit: 'cover', ...facing(by.photo.focus) }}
      />
    ) : null}
    <p>
      {by ? (
        <strong>
          <bdi>{by.firstName}</bdi> and <bdi>{by.dogName}</bdi> have invited you.
        </strong>
      ) : (
        <strong>A friend has invited you.</strong>
      )}
      <span> Sign up and add your dog, and we'll introduce you to each other.</span>
    </p>
  </div>
)

const STEPS = [
  { title: 'Create Profile', text: 'Name, breed, photos, and what makes your dog wag.' },
  { title: 'Sniff & Match', text: 'See who lives nearby, and bark at the ones you like.' },
  { title: 'Chat & Connect', text: 'Type anything. We translate it into dog.' },
  { title: 'Schedule Playdates', text: 'Pick a park near you both, a day and an hour.' },
]

const Steps = () => (
  <section className="page-width" style={{ paddingBlock: '40px 8px' }} aria-labelledby="steps-title">
    <h2 id="steps-title" className="visually-hidden">
      How it works
    </h2>
    <ol className={classes.stepList}>
      {STEPS.map((step, index) => (
        <li key={step.title} className={`stack-12 relative ${classes.step}`}>
          <span className={`disc on-ball display text-name ${classes.number}`} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3 className="text-lead">{step.title}</h3>
            <p className="quiet mt-4">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)

const LEAD = { maxWidth: '36em', margin: '12px auto 24px', paddingInline: 'var(--gutter)' }
const CHASE = { gap: 12, paddingInline: 8, background: 'linear-gradient(transparent 62%, var(--lawn) 62.2%)' }
const RUNNER = { flex: '0 1 320px', width: '30%', height: 'auto' }

const Closing = () => (
  <section id="about" className={classes.closing} aria-labelledby="about-title">
    <h2 id="about-title" className="text-title">
      Somewhere near you, a tail is waiting
    </h2>
    <p className="text-lead" style={LEAD}>
      Barkyard is where dogs find their friends and people tag along. A profile takes two minutes. The rest is up to the
      dogs.
    </p>
    <a className={buttons.button} data-size="lg" href="/api/login?new">
      Get Started Free
    </a>
    <div className="line middle mt-24" style={CHASE}>
      {[corgi, collie, beagle].map(src => (
        <img key={src} style={RUNNER} src={src} alt="" width={800} height={600} loading="lazy" decoding="async" />
      ))}
    </div>
  </section>
)

const ADVICE = [
  { title: 'Meet in public parks', text: 'Daylight, other dogs, an easy way home.' },
  { title: 'Verify profiles', text: 'Look for “Photo checked”, look at every photo, and read the bio.' },
  { title: 'Communicate through the platform', text: 'Keep the chat here until you have met.' },
]

const CHECK = { width: 36, height: 36, padding: 6 }

const Safety = () => (
  <section id="safety" className="page-width" aria-labelledby="safety-title">
    <div className={classes.panel}>
      <div>
        <h2 id="safety-title" className="text-title">
          Safe first, then silly
        </h2>
        <p className="text-lead mt-8">
          Every playdate starts with two strangers. Meet in public parks, verify profiles, and communicate through the
          platform.
        </p>
        <button
          type="button"
          className={`mt-24 ${buttons.button}`}
          style={{ outlineColor: 'var(--on-ground)' }}
          data-color="ball"
          data-size="lg"
          {...opensGuide}
        >
          Learn About Safety
        </button>
      </div>
      <ul className="stack-24">
        {ADVICE.map(advice => (
          <li key={advice.title} className="line-12">
            <svg className="on-ball disc no-shrink" style={CHECK} viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 12.5 4 4 8-9" fill="none" stroke="currentColor" strokeWidth={3} strokeLinecap="round" />
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

const TITLE = 'Barkyard · Find the Perfect Playmate for Your Pup'

interface LandingProps {
  /** Absent in the browser. */
  links?: FooterLinks
  /** Said first: the visitor's session has ended elsewhere, or who has invited them. */
  note?: 'ended' | Inviter | null
}

/** What signed-out visitors see. Nothing of Mantine, the router or the API client is used here, nor may be. */
export function Component({ links, note }: LandingProps) {
  useEffect(() => {
    document.title = TITLE
    // The page is rendered after its address is known, so an anchor finds its section only now.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])

  return (
    <div className={classes.page}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <Goodbye />
        {note === 'ended' ? <SignedOut /> : note === undefined ? null : <Invited by={note} />}
        <Hero />
        <Steps />
        <Features />
        <Safety />
        <Closing />
      </main>
      <Footer {...(links && { links })} />
      <SafetyDialog />
    </div>
  )
}
