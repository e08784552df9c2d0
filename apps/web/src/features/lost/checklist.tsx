import { isolate } from '@barkyard/domain/isolate'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Section } from '../../components/section.tsx'
import classes from './lost.module.css'
import { Choice } from './parts.tsx'

const link = (href: string, words: string) => (
  <a href={href} target="_blank" rel="noreferrer">
    {words}
  </a>
)

const THINGS: readonly (readonly [key: string, words: (name: string) => ReactNode])[] = [
  ['stay', name => `Go back to where you last saw ${name}, and wait there quietly. Many dogs come back.`],
  ['calm', name => `If you see ${name}: do not run. Sit down, turn to the side, speak softly.`],
  ['scent', () => 'Leave something there that smells of you: a worn shirt, the bed. And water.'],
  ['home', () => 'Ask somebody to stay at home with the door open.'],
  ['call', () => 'Call the shelters, vets and the animal control nearest to you.'],
  [
    'chip',
    name => (
      <>
        Report {name} as lost where the chip is registered. If you don’t know where:{' '}
        {link('https://www.aaha.org/for-veterinary-professionals/microchip-search/', 'AAHA’s search')} (America),{' '}
        {link('https://www.europetnet.org/', 'Europetnet')} (Europe).
      </>
    ),
  ],
  ['poster', () => 'Print the poster. Hang it at eye level where people wait: crossings, stops, shops.'],
]

const NONE: string[] = []

/** The first hour in seven lines. What is ticked stays ticked on this device. */
export function Checklist({ lost }: { lost: OwnLost }) {
  const [done, setDone] = useLocalStorage({
    key: `lost-done ${lost.id}`,
    defaultValue: NONE,
    getInitialValueInEffect: false,
  })
  const name = isolate(lost.dog.name)
  return (
    <Section title="The first hour" look="text-name" className={`stack-16 ${classes.part}`}>
      <ul className="stack-12">
        {THINGS.map(([key, words]) => (
          <li key={key}>
            <Choice
              label={words(name)}
              checked={done.includes(key)}
              onChange={() => setDone(done.includes(key) ? done.filter(one => one !== key) : [...done, key])}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
