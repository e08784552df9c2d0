import type { Dog } from '@barkyard/domain/dog'
import { Link } from 'react-router-dom'
import { trpc } from '../trpc.ts'
import { DogMenu } from './dog-menu.tsx'
import { DogAvatar } from './dog-photo.tsx'
import classes from './header.module.css'
import { Logo } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const OTHERS = 3

/** The way to one's other dogs. */
function MyDogsLink({ dog }: { dog: Dog }) {
  const mine = trpc.dogs.mine.useQuery(undefined, { throwOnError: false })
  const others = (mine.data ?? []).filter(other => other.id !== dog.id).slice(0, OTHERS)
  return (
    <Link to="/my-dogs" className={classes.myDogs}>
      {others.length > 0 ? (
        <span className={classes.others}>
          {others.map(other => (
            <DogAvatar key={other.id} dog={other} size={32} />
          ))}
        </span>
      ) : null}
      <span className={classes.myDogsLabel}>My dogs</span>
    </Link>
  )
}

/** Shown while there is an acting dog (spec §2, Header). */
export const Header = ({ dog }: { dog: Dog }) => (
  <header className={classes.header}>
    <div className={classes.inner}>
      <div className={classes.left}>
        <MyDogsLink dog={dog} />
      </div>
      <Link to="/doghouse" className={classes.logo} aria-label="Barkyard, to the doghouse">
        <Logo compact />
      </Link>
      <div className={classes.right}>
        <ThemeToggle />
        <DogMenu dog={dog} />
      </div>
    </div>
  </header>
)

/** Without an acting dog there is no header: this keeps the way out and the theme within reach. */
export const DoglessBar = () => (
  <footer className={classes.dogless}>
    <Link to="/doghouse" className={classes.logo} aria-label="Barkyard, to the doghouse">
      <Logo />
    </Link>
    <div className={classes.right}>
      <ThemeToggle />
      <a className={classes.logout} href="/api/logout">
        Log out
      </a>
    </div>
  </footer>
)
