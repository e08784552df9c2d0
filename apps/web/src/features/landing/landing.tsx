import { useEffect } from 'react'
import { Closing } from './closing.tsx'
import { Features } from './features.tsx'
import { Footer, type FooterLinks } from './footer.tsx'
import { Goodbye } from './goodbye.tsx'
import { Hero } from './hero.tsx'
import classes from './landing.module.css'
import { Safety } from './safety.tsx'
import { Steps } from './steps.tsx'
import { TopBar } from './top-bar.tsx'

const TITLE = 'Barkyard · Find the Perfect Playmate for Your Pup'

/**
 * What signed-out visitors see. Nothing of Mantine, the router or the API client is used here, nor may be.
 * @param props.links absent in the browser.
 */
export function Component({ links }: { links?: FooterLinks }) {
  useEffect(() => {
    document.title = TITLE
    // The page is rendered after its address is known, so an anchor finds its section only now.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])

  return (
    <div className={classes.page}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <Goodbye />
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
