import type { Inviter } from '@barkyard/domain/invite'
import type { Photo } from '@barkyard/domain/schemas/photo'
import { useEffect, useRef } from 'react'
import { Closing } from './closing.tsx'
import { Features } from './features.tsx'
import { Footer, type FooterLinks } from './footer.tsx'
import { Hero } from './hero.tsx'
import classes from './landing.module.css'
import { Safety } from './safety.tsx'
import { Steps } from './steps.tsx'
import { TopBar } from './top-bar.tsx'

/** Shown once at `/?goodbye` by the page's script, after a user has deleted their account. */
const Goodbye = () => (
  <p id="goodbye" hidden tabIndex={-1} className={classes.goodbye}>
    Your account has been deleted. Goodbye, and many happy walks!
  </p>
)

/** Shown where the visitor's session has ended without them. A text that comes with the page is not read out, so it gets the focus. */
function SignedOut() {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={note} id="signed-out" tabIndex={-1} className={classes.goodbye}>
      <strong>You have been signed out.</strong> It was done on another device, the password was changed, or too much
      time had passed. Log in to continue.
    </p>
  )
}

const facing = (focus: Photo['focus']) => focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }

/** @param by null: by somebody who is not known any more, or has no dog */
const Invited = ({ by }: { by: Inviter | null }) => (
  <div className={`${classes.goodbye} ${classes.invited}`}>
    {by?.photo ? (
      <img
        className={classes.face}
        src={by.photo.urlThumb}
        alt=""
        width={56}
        height={56}
        style={facing(by.photo.focus)}
      />
    ) : null}
    <p>
      {by ? (
        <strong>
          <bdi>{by.firstName}</bdi> and <bdi>{by.dogName}</bdi> have invited you.
        </strong>
      ) : (
        <strong>A friend has invited you.</strong>
      )}{' '}
      Sign up and add your dog, and we'll introduce you to each other.
    </p>
  </div>
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
    </div>
  )
}
