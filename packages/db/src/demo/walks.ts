import { SIZES, type Size } from '@barkyard/domain/dog'
import { saveSearch } from '../queries/searches/searches.ts'
import { hostWalk, joinWalk } from '../queries/walks/changes.ts'
import type { Trx } from '../transaction.ts'
import { need } from './add-chats.ts'
import { slotAt } from './playdates.ts'
import { actingAs, type DemoYard } from './reports.ts'

/** host | days from now | slot | park | dogs at most | sizes | who joins | title */
const STORIES = `
Clover | 2 | 10 | Lafayette Park | 6 | small, medium | Tofu, Pepper | Slow walk for short legs
Ziggy | 3 | 16 | Crissy Field | 8 | | Biscuit, Waffles, Bowie | Low tide, full speed
Biscuit | 5 | 9 | Alamo Square Park | 5 | | Lola, Moose | Slow sniff, coffee after
Hachi | 8 | 17 | Golden Gate Park | 2 | large | Moose | Two quiet giants
`

interface DemoWalk {
  host: string
  joiners: readonly string[]
  when: Date
  parkName: string
  maxDogs: number
  sizes: Size[]
  title: string
}

function parse(row: string, now: Date): DemoWalk {
  const [host = '', days, hour, parkName = '', maxDogs, sizes = '', joiners = '', title = ''] = row
    .split('|')
    .map(cell => cell.trim())
  return {
    host,
    parkName,
    title,
    when: slotAt(now, Number(days), Number(hour)),
    maxDogs: Number(maxDogs),
    sizes: SIZES.filter(size => sizes.split(', ').includes(size)),
    joiners: joiners.split(', '),
  }
}

/** Open walks to come, relative to `now`. */
export const demoWalks = (now: Date): DemoWalk[] =>
  STORIES.trim()
    .split('\n')
    .map(row => parse(row, now))

/** The search that the demo's owner has saved. */
const SAVED = {
  name: 'Small and playful',
  filters: { distance: 25, ageMin: 0, ageMax: 8, sizes: ['small' as const], temperaments: ['playful' as const] },
}

/** Adds the walks and the saved search. */
export async function addWalks(trx: Trx, yard: DemoYard): Promise<void> {
  const { userIds, now } = yard
  for (const { host, joiners, when, ...terms } of demoWalks(now)) {
    const hosted = await hostWalk(trx, actingAs(yard, host), { ...terms, whenTs: when.toISOString() }, now)
    if (typeof hosted === 'string') throw new Error(`${host} cannot host a walk: ${hosted}`)
    for (const joiner of joiners) {
      const joined = await joinWalk(trx, actingAs(yard, joiner), { id: hosted.walk.id }, now)
      if (typeof joined === 'string') throw new Error(`${joiner} cannot join the walk of ${host}: ${joined}`)
    }
  }
  await saveSearch(trx, need(userIds, 'owner'), { ...SAVED, filters: { ...SAVED.filters, verified: [] } }, now)
}
