import { evidenceKey } from '@barkyard/domain/photo'
import { DEMO_PASSWORD } from '@barkyard/domain/user'
import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../open.ts'
import { newId } from '../queries/ids.ts'
import { addPark } from '../queries/parks/admin-parks.ts'
import { suggestPark } from '../queries/parks/suggestions.ts'
import { newPhotoKey, recordPhotoKeys } from '../queries/photos/photo-keys.ts'
import { insertPhotos } from '../queries/photos/photos.ts'
import { exists } from '../queries/rows.ts'
import { demo, demoPhotos } from './demo.ts'
import { addChats, addChecks, addLost, addPlaydates, addReports, addWaitingCheck, addWalks } from './stories.ts'
import { addYard } from './yard.ts'

/** One seeder at a time. */
const LOCK = 0x6261726b

export interface SeedOptions {
  /** The demo's chats and playdates lie around this moment. */
  now: Date
  hashPassword: (password: string) => Promise<string>
  /** Stores a drawing (SVG, 4:5) as the files of the photo `key`; resolves once they are there. */
  savePhoto: (key: string, svg: string) => Promise<unknown>
  /** The number of drawings in progress at once. Default 4. */
  atOnce?: number
  log?: (line: string) => void
}

/** Whether the demo's data exists. It is added in one transaction, so any of it means all of it. */
const hasDemo = (db: Db | Trx) => exists(db.selectFrom('users').where('is_demo', '=', true))

/**
 * Fills the database with the demo, once. The files are written first and everything else in one transaction, so that a
 * crash leaves nothing but files without rows, which are swept.
 * @returns whether anything was added.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<boolean> {
  if (await hasDemo(db)) return false
  const { now, log = () => {} } = options
  const emails = demo.owners.map(owner => owner.email)
  const taken = await db.selectFrom('users').select('email').where('email_key', 'in', emails).execute()
  if (taken.length > 0) {
    log(`No demo: ${taken.map(user => user.email).join(', ')} belong to other accounts`)
    return false
  }
  const passwordHash = await options.hashPassword(DEMO_PASSWORD)
  const { keys, evidence } = await takePhotos(db, options)
  const added = await inTransaction(db, async trx => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx)
    if (await hasDemo(trx)) return false
    const yard = await addYard(trx, passwordHash, now)
    const photos = keys.map(({ name, key }) => ({ id: newId(), dogId: yard.dog(name), key }))
    if (!(await insertPhotos(trx, photos))) throw new Error('The photos of the demo took too long to draw: start again')
    await addPlaydates(yard, await addChats(yard))
    await addWalks(yard)
    await addLost(yard)
    for (const park of demo.parks) await addPark(trx, park, now)
    const { by, ...suggested } = demo.suggestedPark
    yard.accepted(await suggestPark(trx, { ...suggested, userId: yard.user(by), needsVerified: false, now }), by)
    await addReports(yard)
    for (const dog of demo.dogs) await addChecks(yard, dog)
    await addWaitingCheck(yard, evidence)
    return true
  })
  if (added) log(`${demo.owners.length} owners, ${demo.dogs.length} dogs`)
  return added
}

/** Draws and stores all photos, a few at once, and the evidence of the check that waits. */
async function takePhotos(db: Db, { savePhoto, atOnce = 4 }: SeedOptions) {
  const photos = demo.dogs.flatMap(dog => demoPhotos(dog).map(svg => ({ name: dog.name, svg, key: newPhotoKey() })))
  const face = photos.find(({ name }) => name === demo.waitingCheck.dog)?.svg ?? ''
  const evidence = { svg: withPaper(face, demo.waitingCheck.code), key: evidenceKey(newPhotoKey()) }
  const queue = [...photos, evidence]
  const keys = queue.map(({ key }) => key)
  await recordPhotoKeys(db, keys)
  const waiting = queue.values()
  const worker = async () => {
    for (const { key, svg } of waiting) await savePhoto(key, svg)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { keys: photos, evidence: evidence.key }
}

/** A dog with the four words on paper in front of it. */
const withPaper = (svg: string, code: string) => {
  const [first = '', second = '', ...rest] = code.split(' ')
  const lines = [`${first} ${second}`, rest.join(' ')]
  const text = lines.map((line, at) => `<text x="400" y="${830 + at * 70}">${line}</text>`).join('')
  return svg.replace(
    /<\/svg>\s*$/,
    `<g transform="rotate(-4 400 850)" text-anchor="middle" font-family="sans-serif" font-size="54" fill="#333">
      <rect x="150" y="750" width="500" height="200" fill="#fff" stroke="#ccc" stroke-width="4"/>${text}</g></svg>`,
  )
}
