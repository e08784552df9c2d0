import { addDays } from '@barkyard/domain/local-time'
import { evidenceKey } from '@barkyard/domain/photo'
import type { Phrase } from '@barkyard/domain/playdate'
import type { PlaydateSignal } from '@barkyard/domain/playdate-moves'
import type { DogChanges } from '@barkyard/domain/schemas/dog'
import { dayOf, remindOn } from '@barkyard/domain/verification-days'
import type { DogViewer } from '@barkyard/domain/visibility'
import type { Db } from '../open.ts'
import { newId } from '../queries/ids.ts'
import { newPhotoKey, notePhotoKeys } from '../queries/photos/photo-keys.ts'
import { addEvidence, startVerification } from '../queries/verification/verifications.ts'
import type { Trx } from '../transaction.ts'
import { need } from './add-chats.ts'
import type { DemoDog } from './dogs.ts'
import { demoPhotos } from './photos.ts'
import { actingAs, type DemoYard } from './reports.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60 * 1000
/** Decisions lie so many days back, so that their evidence is deleted already. */
const DECIDED_DAYS = 40

/** What owners tell about their dogs. */
const GOOD_TO_KNOW: Record<string, Pick<DogChanges, 'neutered' | 'careful' | 'paused'>> = {
  Biscuit: { neutered: true, careful: ['toys and food'] },
  Mochi: { neutered: true, careful: ['children'] },
  Luna: { neutered: true, careful: ['small dogs'] },
  Pickle: { neutered: true, careful: ['large dogs', 'bikes'] },
  Ube: { neutered: false, careful: ['men', 'bikes'] },
  Gaston: { neutered: false, careful: ['male dogs', 'toys and food'] },
  Waffles: { neutered: false },
  Boris: { paused: true },
}

/** Dogs whose photo is checked. */
const PHOTO_CHECKED = ['Biscuit', 'Mochi', 'Luna', 'Saffron', 'Miles']
/** Dogs with a vaccination record, and the days until it runs out. */
const VACCINATED: Record<string, number> = { Biscuit: 25, Mochi: 200, Waffles: 310, Moose: 120, Freya: 90 }
/** The dog whose owner waits for a moderator. */
const WAITING = { name: 'Waffles', code: 'maple lantern otter thunder' }

/** How many days ago owners were last here. The others have not been seen. */
const ACTIVE: Record<string, number> = { Mochi: 0, Waffles: 1, Luna: 2, Lola: 3, Moose: 5, Ziggy: 6, Saffron: 12 }

/** What is said before a plan: minutes ago, who, what. */
const SAID: { dogs: [string, string]; phrases: [number, string, Phrase][] } = {
  dogs: ['Waffles', 'Biscuit'],
  phrases: [
    [55, 'Waffles', 'on-the-lawn'],
    [40, 'Biscuit', 'bringing-a-ball'],
    [12, 'Waffles', 'see-you-soon'],
  ],
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

/** Draws and stores the evidence of the check that waits. @returns its key. */
export async function takeEvidence(
  db: Db,
  dogs: readonly DemoDog[],
  { savePhoto }: { savePhoto: (key: string, svg: string) => Promise<unknown> },
): Promise<string> {
  const dog = dogs.find(one => one.name === WAITING.name)
  const [face = ''] = dog ? demoPhotos(dog, { isFar: false }) : []
  const key = evidenceKey(newPhotoKey())
  await notePhotoKeys(db, [key])
  await savePhoto(key, withPaper(face, WAITING.code))
  return key
}

interface Added extends DemoYard {
  /** The key of the evidence of the check that waits. */
  evidence: string
}

/** Adds what owners tell, what moderators have checked, a check that waits, and phrases before a plan. */
export async function addTrust(trx: Trx, added: Added): Promise<void> {
  const { dogs, userIds, dogIds, now } = added
  const today = dayOf(now)
  for (const [name, facts] of Object.entries(GOOD_TO_KNOW))
    await trx.updateTable('dogs').set(facts).where('id', '=', need(dogIds, name)).execute()
  for (const [name, days] of Object.entries(ACTIVE))
    await trx
      .updateTable('dogs')
      .set({ active_on: addDays(today, -days) })
      .where('id', '=', need(dogIds, name))
      .execute()

  const ownerOf = (name: string) => need(userIds, dogs.find(dog => dog.name === name)?.owner ?? '')
  const approve = async (name: string, expiresOn: string | null) => {
    const [dogId, closedAt] = [need(dogIds, name), new Date(now.getTime() - DECIDED_DAYS * DAY_MS)]
    await trx
      .insertInto('verifications')
      .values({
        id: newId(),
        dog_id: dogId,
        user_id: ownerOf(name),
        kind: expiresOn === null ? 'photo' : 'vaccination',
        state: 'approved',
        version: 3,
        expires_on: expiresOn,
        remind_on: expiresOn && remindOn(expiresOn),
        decided_by: need(userIds, 'admin'),
        created_at: closedAt,
        sent_at: closedAt,
        closed_at: closedAt,
      })
      .execute()
    const badge = expiresOn === null ? { photo_checked: true } : { vaccinated_until: expiresOn }
    await trx.updateTable('dogs').set(badge).where('id', '=', dogId).execute()
  }
  for (const name of PHOTO_CHECKED) await approve(name, null)
  for (const [name, days] of Object.entries(VACCINATED)) await approve(name, addDays(today, days))
  await addWaiting(trx, actingAs(added, WAITING.name), added)
  await addPhrases(trx, dogIds, now)
}

async function addWaiting(trx: Trx, viewer: DogViewer, { evidence, now }: Added): Promise<void> {
  const ask = { dogId: viewer.dogId, kind: 'photo' as const, code: WAITING.code, now }
  const started = await startVerification(trx, viewer, ask)
  if (typeof started === 'string') throw new Error(`${WAITING.name} cannot be checked: ${started}`)
  const sent = await addEvidence(trx, viewer.userId, started.id, { key: evidence, now })
  if (typeof sent === 'string') throw new Error(`The evidence of ${WAITING.name} was not taken: ${sent}`)
}

async function addPhrases(trx: Trx, dogIds: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const signals = SAID.phrases.map(
    ([minutes, name, phrase]): PlaydateSignal => ({
      dogId: need(dogIds, name),
      kind: 'phrase',
      minutes: null,
      phrase,
      at: new Date(now.getTime() - minutes * MINUTE_MS).toISOString(),
    }),
  )
  const [proposer, invited] = SAID.dogs
  await trx
    .updateTable('playdates')
    .set({ signals: JSON.stringify(signals) })
    .where('proposer_dog_id', '=', need(dogIds, proposer))
    .where('invited_dog_id', '=', need(dogIds, invited))
    .where('when_ts', '>', now)
    .execute()
}
