import { SIZES } from '@barkyard/domain/dog'
import { builtInPark } from '@barkyard/domain/parks'
import { WALK_KIND_CODES } from '@barkyard/domain/walk'
import { putJob } from '../queries/jobs/jobs.ts'
import { saveSearch } from '../queries/searches/searches.ts'
import { hostWalk } from '../queries/walks/changes.ts'
import { joinWalk } from '../queries/walks/join.ts'
import { slotAt } from './playdates.ts'
import { rowsOf, type Yard } from './yard.ts'

/** host | days from now | slot | park | dogs at most | sizes | who joins, then who waits | kind, every week | title */
const STORIES = `
Clover | 2 | 10 | Lafayette Park | 6 | small, medium | Tofu, Pepper | calm, weekly | Slow walk for short legs
Ziggy | 3 | 16 | Crissy Field | 8 | | Biscuit, Waffles, Bowie | play | Low tide, full speed
Biscuit | 5 | 9 | Alamo Square Park | 5 | | Lola, Moose | calm | Slow sniff, coffee after
Hachi | 8 | 17 | Golden Gate Park | 2 | large | Moose, Luna | parallel | Two quiet giants
`

/** Open walks to come, relative to `now`. */
export const demoWalks = (now: Date) =>
  rowsOf(STORIES).map(
    ([host = '', days, hour, parkName = '', maxDogs, sizes = '', joiners = '', kind = '', title = '']) => ({
      host,
      joiners: joiners.split(', '),
      terms: {
        whenTs: slotAt(now, Number(days), Number(hour)).toISOString(),
        park: builtInPark(parkName),
        maxDogs: Number(maxDogs),
        sizes: SIZES.filter(size => sizes.split(', ').includes(size)),
        kind: WALK_KIND_CODES.find(one => kind.startsWith(one)),
        repeats: kind.includes('weekly') ? ('weekly' as const) : null,
        title,
      },
    }),
  )

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
    if (walk.repeats)
      await putJob(trx, {
        kind: 'next-walk',
        payload: { walkId: walk.id },
        key: `${walk.id} ${walk.revision}`,
        userId: null,
        dueAt: new Date(walk.whenTs),
        createdAt: now,
      })
    for (const joiner of joiners)
      accepted(
        await joinWalk(trx, actingAs(joiner), { id: walk.id, wait: true }, now),
        `walk of ${host} with ${joiner}`,
      )
  }
  await saveSearch(trx, user('owner'), SAVED, now)
}
