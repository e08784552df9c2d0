import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog, GoodToKnow as Facts, SniffDog } from '@barkyard/domain/schemas/dog'
import { IconMars, IconVenus } from '@tabler/icons-react'
import type { Ref } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Section } from '../../components/section.tsx'
import { capital } from '../../lib/words.ts'
import classes from './dog-facts.module.css'

interface DogTitleProps {
  dog: Pick<Dog, 'name' | 'ageYears' | 'breed'>
  as?: 'h1' | 'h2'
  headingRef?: Ref<HTMLHeadingElement>
}

export const DogTitle = ({ dog, as: Heading = 'h1', headingRef }: DogTitleProps) => (
  <div>
    <Heading ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-title breakable">
      <bdi>{dog.name}</bdi>
      <span className="quiet medium">, {ageLabel(dog.ageYears)}</span>
    </Heading>
    <p className="quiet text-lead breakable mt-4">{dog.breed}</p>
  </div>
)

export const DogState = ({ dog }: { dog: Dog }) => (
  <>
    {dog.hidden ? (
      <CollarTag tone="collar">
        Hidden by a moderator: nobody else can see <bdi>{dog.name}</bdi>
      </CollarTag>
    ) : null}
    {dog.paused ? <CollarTag tone="ball">Paused: not in anybody’s Sniff</CollarTag> : null}
  </>
)

export function DogTags({ dog }: { dog: Pick<Dog, 'name' | 'size' | 'sex' | 'temperament'> }) {
  const SexIcon = dog.sex === 'male' ? IconMars : IconVenus
  return (
    <ul className="row-8" aria-label={`About ${isolate(dog.name)} in short`}>
      <li>
        <CollarTag>{capital(dog.size)}</CollarTag>
      </li>
      <li>
        <CollarTag>
          {capital(dog.sex)}
          <SexIcon size={16} stroke={2.25} aria-hidden="true" />
        </CollarTag>
      </li>
      {dog.temperament.map(trait => (
        <li key={trait}>
          <CollarTag tone="grass">{capital(trait)}</CollarTag>
        </li>
      ))}
    </ul>
  )
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Whether its owner told nothing. */
export const isUntold = ({ neutered, careful }: Facts) => neutered === null && careful.length === 0

export function GoodToKnow({ dog }: { dog: Facts }) {
  if (isUntold(dog)) return null
  return (
    <Section title="Good to know" look="text-lead breakable mb-8">
      <ul className="breakable stack-4" style={{ paddingInlineStart: '1.2em', listStyle: 'disc' }}>
        {dog.neutered === null ? null : <li>{dog.neutered ? 'Neutered' : 'Not neutered'}</li>}
        {dog.careful.length > 0 ? <li>Careful with {listed.format(dog.careful)}</li> : null}
      </ul>
    </Section>
  )
}

export function DogAbout({ dog, title }: { dog: Pick<Dog, 'bio'>; title: string }) {
  if (!dog.bio) return null
  return (
    <Section title={title} look="text-lead breakable mb-8">
      <p className="as-typed" dir="auto">
        {dog.bio}
      </p>
    </Section>
  )
}

interface CompatibilityProps {
  compatibility: NonNullable<SniffDog['compatibility']>
  own: string
  other: string
}

export const Compatibility = ({ compatibility: { score, reasons }, own, other }: CompatibilityProps) => (
  <section className="card line" style={{ gap: 20, padding: 16 }} aria-labelledby="compatibility">
    <div className={`relative no-shrink mt-8 disc on-ball ${classes.tag}`} role="img" aria-label={`${score}% match`}>
      <span className="display tabular text-name" aria-hidden="true">
        {score}
        <span className="text-lead">%</span>
      </span>
    </div>
    <div>
      <h2 id="compatibility" className="text-lead breakable">
        {own} and {other}
      </h2>
      <p className="quiet mt-4">
        {reasons.length > 0 ? capital(reasons.join(', ')) : 'Quite different. That can be fun too.'}
      </p>
    </div>
  </section>
)

export const LostLink = ({ dog }: { dog: Pick<Dog, 'id'> }) => (
  <ButtonLink to={`/dog/${dog.id}/lost`} variant="outline" color="collar" size="lg" fullWidth>
    My dog is lost
  </ButtonLink>
)
