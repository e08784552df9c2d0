import { type Chance, makeChance } from '@barkyard/art/random'
import { parkClock, parkInstant, SLOTS } from '@barkyard/domain/park-time'
import { PARKS } from '@barkyard/domain/parks'
import type { PlaydateStatus } from '@barkyard/domain/playdate'
import type { DemoChat } from './chats.ts'

interface DemoPlaydate {
  /** The names of two dogs that have a match. */
  proposer: string
  invited: string
  when: Date
  parkName: string
  notes: string
  status: PlaydateStatus
}

/** proposer | invited | days from now | slot | park | status | title */
const STORIES = `
Mochi | Biscuit | 2 | 10 | Golden Gate Park | proposed | Squirrel watch by the windmill
Waffles | Biscuit | 1 | 17 | Alamo Square Park | accepted | Sunset zoomies
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
  const { date } = parkClock(now)
  const day = new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return parkInstant(day, SLOTS.find(slot => slot.hour === hour)?.value ?? '12:00:00')
}

function parse(row: string, now: Date): DemoPlaydate {
  const [proposer = '', invited = '', days, hour, parkName = '', status = '', notes = ''] = row
    .split('|')
    .map(cell => cell.trim())
  return {
    proposer,
    invited,
    when: slotAt(now, Number(days), Number(hour)),
    parkName,
    notes,
    status: status === 'accepted' || status === 'declined' ? status : 'proposed',
  }
}

const TITLES: readonly [string, ...string[]] = [
  'Ball practice',
  'Long walk, short chat',
  'Puppy hour',
  'Coffee for them, sticks for us',
  'Splash and shake',
  'Meet the whole pack',
]

function atRandom({ dogs: [proposer, invited] }: DemoChat, now: Date, chance: Chance): DemoPlaydate {
  const days = Math.round(chance.between(-12, 12)) || 1
  const park = PARKS[Math.floor(chance.next() * PARKS.length)]
  return {
    proposer,
    invited,
    when: slotAt(now, days, Math.floor(chance.between(9, 19))),
    parkName: park?.name ?? 'Dolores Park',
    notes: chance.pick(TITLES),
    status: days < 0 ? 'accepted' : chance.pick(['proposed', 'proposed', 'accepted', 'declined']),
  }
}

/** Past and future playdates, relative to `now`, only between dogs that have a chat. */
export function demoPlaydates(chats: readonly DemoChat[], now: Date): DemoPlaydate[] {
  const stories = STORIES.trim()
    .split('\n')
    .map(row => parse(row, now))
  const planned = new Set(stories.flatMap(({ proposer, invited }) => [proposer, invited]))
  const chance = makeChance('playdates')
  const others = chats.filter(chat => !chat.dogs.some(name => planned.has(name)) && chance.next() < 0.5)
  return [...stories, ...others.map(chat => atRandom(chat, now, chance))]
}
