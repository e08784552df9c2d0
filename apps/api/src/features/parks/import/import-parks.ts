import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Db } from '@barkyard/db/open'
import {
  applyImport,
  type ImportedPark,
  type ImportPlan,
  listUntouchable,
  planImport,
  stageParks,
  withImport,
} from '@barkyard/db/queries/parks/import'
import { ask, CommandError } from '../../../platform/operation/command.ts'
import type { CommandServices } from '../../../services.ts'
import { parkOf } from './osm-park.ts'
import { readFeatures } from './read-features.ts'

/** Whom map, page and document name as the source of imported parks. */
const ATTRIBUTION = '© OpenStreetMap contributors'
const BATCH = 250
/** An import that closes a larger part of its set asks first. */
const CLOSES_UNASKED = 0.1
const SET_MAX = 200

interface ImportFlags {
  file: string
  /** The name of the set; null: that of the file. */
  set: string | null
  isDry: boolean
  isSure: boolean
  nameAll: boolean
}

/** What `import FILE …` asks for; null if it is invalid. */
export function importFlags(words: string[]): ImportFlags | null {
  const off = { type: 'boolean', default: false } as const
  const options = { set: { type: 'string' }, 'dry-run': off, yes: off, 'all-unnamed': off } as const
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [verb, file = '', ...more] = positionals
    const set = values.set?.trim() ?? null
    if (verb !== 'import' || file === '' || more.length > 0 || set === '') return null
    return { file, set, isDry: values['dry-run'], isSure: values.yes, nameAll: values['all-unnamed'] }
  } catch {
    return null
  }
}

const leaveOut = (row: string, why: string) => console.log(`Left out ${row}: ${why}.`)

/** Stages the parks of a file. @returns the number of rows that were left out. */
async function readFile(db: Db, { file, nameAll }: ImportFlags): Promise<number> {
  let leftOut = 0
  let batch: ImportedPark[] = []
  const stage = async () => {
    for (const ref of await stageParks(db, batch)) {
      leaveOut(ref, 'its id is in the file twice')
      leftOut++
    }
    batch = []
  }
  try {
    for await (const feature of readFeatures(file)) {
      const park = parkOf(feature, { nameAll })
      if ('why' in park) {
        leaveOut(park.row, park.why)
        leftOut++
      } else if (batch.push(park) === BATCH) await stage()
    }
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}. Nothing was written.`)
  }
  await stage()
  return leftOut
}

async function confirmed({ closed, open }: ImportPlan, set: string): Promise<boolean> {
  const closes = `This closes ${closed} of the ${open} open parks of ${set}, which the file does not have`
  const otherwise = `${closes}. There is no terminal to ask at: add --yes to close them. Nothing was written.`
  return (await ask(`${closes}. Type yes to close them: `, otherwise)).toLowerCase() === 'yes'
}

/** Adds the parks of a GeoJSON file, and makes those that came from an earlier file of the set what this one says. */
export async function importParks({ db }: CommandServices, flags: ImportFlags): Promise<void> {
  const set = flags.set ?? basename(flags.file)
  if (set.length > SET_MAX) throw new CommandError(`The name of a set has at most ${SET_MAX} characters.`)
  const done = await withImport(db, async one => {
    const leftOut = await readFile(one, flags)
    for (const { ref, name, isClosed } of await listUntouchable(one, set))
      console.log(`${ref} ${JSON.stringify(name)} stays as it is: an admin ${isClosed ? 'closed' : 'edited'} it.`)
    const plan = await planImport(one, set)
    const asks = plan.closed > plan.open * CLOSES_UNASKED
    if (!flags.isDry) {
      if (asks && !flags.isSure && !(await confirmed(plan, set))) throw new CommandError('Nothing was written.')
      await applyImport(one, { set, attribution: ATTRIBUTION, plan, now: new Date() })
    }
    const { added, changed, reopened, unchanged, closed } = plan
    console.log(
      `${set}: ${added} added, ${changed} changed, ${reopened} reopened, ${unchanged} unchanged, ${closed} closed, ${leftOut} left out.`,
    )
    if (flags.isDry) console.log(`Nothing was written${asks ? ', and without --yes the import would ask first' : ''}.`)
    return true
  })
  if (done === null) throw new CommandError('Another import is running. Nothing was written.')
}
