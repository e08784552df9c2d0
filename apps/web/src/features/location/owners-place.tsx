import { IconMapPin } from '@tabler/icons-react'
import { useKnownPlace } from './data.ts'
import classes from './location-card.module.css'

/** Tells an impersonating admin whether the dog's owner has a location, but not which. */
export function OwnersPlace({ dogName }: { dogName: string }) {
  const from = useKnownPlace()
  if (!from) return null
  const texts = {
    location: `${dogName}'s owner has shared a location. Sniffing starts there.`,
    city: `${dogName}'s owner has entered a city. Sniffing starts in the middle of it.`,
    none: `We don't know where ${dogName}'s owner lives. Sniffing shows dogs from everywhere, newest first.`,
  }
  return (
    <section className={classes.card} aria-labelledby="owners-place">
      <h2 id="owners-place" className={classes.title}>
        <IconMapPin size={20} aria-hidden="true" /> The owner's place
      </h2>
      <p>{texts[from]}</p>
      <p>Only the owner can see or change where it is.</p>
    </section>
  )
}
