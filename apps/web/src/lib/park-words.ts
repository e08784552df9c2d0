import type { Park } from '@barkyard/domain/schemas/park'

const LEASH = { on: 'On leash', off: 'Off leash', hours: 'Off leash at some hours' } as const

/** What is known about a park, in short words: "Fenced", "No water", "Off leash". */
export function factWords({ fenced, water, smallDogs, leash }: Park['facts']): string[] {
  const words = [
    fenced !== null && (fenced ? 'Fenced' : 'Not fenced'),
    water !== null && (water ? 'Water' : 'No water'),
    smallDogs && 'Area for small dogs',
    leash && LEASH[leash],
  ]
  return words.filter(word => typeof word === 'string')
}

/** Whether these are only the parks that every installation has, of which the texts say "San Francisco". */
export const areBuiltIn = (parks: readonly Pick<Park, 'source'>[]) => parks.every(({ source }) => source === 'built-in')

/** Whom to name below parks. */
export const creditsOf = (parks: readonly Pick<Park, 'attribution'>[]): string[] => [
  ...new Set(parks.flatMap(({ attribution }) => attribution ?? [])),
]
