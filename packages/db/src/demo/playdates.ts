import { localClock, localInstant } from '@barkyard/domain/local-time'
import { SLOTS } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE, builtInPark } from '@barkyard/domain/parks'
import type { PlaydateStatus } from '@barkyard/domain/playdate'
import { newId } from '../queries/ids.ts'
import { toPlanParkRow } from '../queries/parks/plan-park.ts'
import { pairKey } from './chats.ts'
import { rowsOf, type Yard } from './yard.ts'

/** proposer | invited | days from now | slot | park | status | title. "soon": the next slot that is two hours away. */
const STORIES = `
Mochi | Biscuit | 2 | 10 | Golden Gate Park | proposed | Squirrel watch by the windmill
Waffles | Biscuit | soon | | Alamo Square Park | accepted | Sunset zoomies
Biscuit | Lola | 4 | 11 | Dolores Park | accepted | Picnic patrol
Biscuit | Luna | 6 | 9 | Crissy Field | proposed | Beach morning, towels included
Ziggy | Biscuit | 5 | 15 | Bernal Heights Park | declined | Agility, the hard course
Biscuit | Moose | -6 | 16 | Buena Vista Park | accepted | Slow sniff in the shade
Lola | Biscuit | -13 | 10 | Dolores Park | accepted | First hello
Jazz | Juniper | 3 | 9 | Fort Funston | proposed | Dunes at full speed
Juniper | Blue | 8 | 14 | Bernal Heights Park | accepted | Herding practice
Clover | Gus | 7 | 12 | Lafayette Park | proposed | A bench in the sun
Tofu | Pepper | 2 | 13 | Lafayette Park | proposed | Tea, without the tea
Pepper | Hachi | 5 | 16 | Alamo Square Park | accepted | Evening patrol
Pepper | Biscuit | -4 | 11 | Alamo Square Park | accepted | Neighborhood rounds
`

/** The slot at an hour, a number of days from now, in the parks' time zone. */
export function slotAt(now: Date, days: number, hour: number): Date {
  const { date } = localClock(BUILT_IN_ZONE, now)
  const day = new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return localInstant(BUILT_IN_ZONE, day, SLOTS.find(slot => slot.hour === hour)?.value ?? '12:00:00')
}

const SOON_MS = 2 * 60 * 60 * 1000

/** Today or tomorrow: phrases are said on the day before, and the first screen has something to tell. */
function slotSoon(now: Date): Date {
  const slots = [0, 1].flatMap(days => SLOTS.map(({ hour }) => slotAt(now, days, hour)))
  return slots.find(slot => slot.getTime() - now.getTime() >= SOON_MS) ?? slotAt(now, 1, 9)
}

/** Past and future playdates, relative to `now`, only between dogs that have a chat. */
export const demoPlaydates = (now: Date) =>
  rowsOf(STORIES).map(([proposer = '', invited = '', days, hour, parkName = '', status, notes = '']) => ({
    proposer,
    invited,
    when: days === 'soon' ? slotSoon(now) : slotAt(now, Number(days), Number(hour)),
    parkName,
    notes,
    status: status as PlaydateStatus,
  }))

/** @param matchIds by `pairKey`. */
export async function addPlaydates({ trx, now, dog }: Yard, matchIds: ReadonlyMap<string, string>): Promise<void> {
  const hoursAgo = (time: Date, hours: number) => new Date(time.getTime() - hours * 60 * 60 * 1000)
  const rows = demoPlaydates(now).map(({ proposer, invited, when, parkName, notes, status }) => {
    // Proposed two days before, and at the latest some hours ago, so that it stands in its place in the chat.
    const proposedAt = hoursAgo(when < now ? when : now, when < now ? 48 : 5)
    const answeredAt = status === 'proposed' ? proposedAt : hoursAgo(proposedAt, -1)
    return {
      id: newId(),
      match_id: matchIds.get(pairKey(dog(proposer), dog(invited))) ?? '',
      proposer_dog_id: dog(proposer),
      invited_dog_id: dog(invited),
      when_ts: when,
      ...toPlanParkRow(builtInPark(parkName)),
      notes,
      status,
      created_at: proposedAt,
      updated_at: answeredAt,
      agreed_at: status === 'accepted' ? answeredAt : null,
      revision: status === 'proposed' ? 1 : 2,
    }
  })
  await trx.insertInto('playdates').values(rows).execute()
}
