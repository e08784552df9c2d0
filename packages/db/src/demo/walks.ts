import { SIZES } from '@barkyard/domain/dog'
import { builtInPark } from '@barkyard/domain/parks'
import { saveSearch } from '../queries/searches/searches.ts'
import { hostWalk } from '../queries/walks/changes.ts'
import { joinWalk } from '../queries/walks/join.ts'
import { slotAt } from './playdates.ts'
import { rowsOf, type Yard } from './yard.ts'

/** host | days from now | slot | park | dogs at most | sizes | who joins | title */
const STORIES = `
Clover | 2 | 10 | Lafayette Park | 6 | small, medium | Tofu, Pepper | Slow walk for short legs
Ziggy | 3 | 16 | Crissy Field | 8 | | Biscuit, Waffles, Bowie | Low tide, full speed
Biscuit | 5 | 9 | Alamo Square Park | 5 | | Lola, Moose | Slow sniff, coffee after
Hachi | 8 | 17 | Golden Gate Park | 2 | large | Moose | Two quiet giants
`

/** Open walks to come, relative to `now`. */
export const demoWalks = (now: Date) =>
  rowsOf(STORIES).map(([host = '', days, hour, parkName = '', maxDogs, sizes = '', joiners = '', title = '']) => ({
    host,
    joiners: joiners.split(', '),
    terms: {
      whenTs: slotAt(now, Number(days), Number(hour)).toISOString(),
      park: builtInPark(parkName),
      maxDogs: Number(maxDogs),
      sizes: SIZES.filter(size => sizes.split(', ').includes(size)),
      title,
    },
  }))

/** The search that the demo's owner has saved. */
const SAVED = {
  name: 'Small and playful',
  filters: {
    distance: 25,
    ageMin: 0,
    ageMax: 8,
    sizes: ['small' as const],
    temperaments: ['playful' as const],
    verified: [],
  },
}

/** Adds the walks and the saved search. */
export async function addWalks({ trx, now, actingAs, user, accepted }: Yard): Promise<void> {
  for (const { host, joiners, terms } of demoWalks(now)) {
    const { walk } = accepted(await hostWalk(trx, actingAs(host), terms, now), `walk of ${host}`)
    for (const joiner of joiners)
      accepted(await joinWalk(trx, actingAs(joiner), { id: walk.id }, now), `walk of ${host} with ${joiner}`)
  }
  await saveSearch(trx, user('owner'), SAVED, now)
}
