import { addDays } from '@barkyard/domain/local-time'
import { evidenceKey } from '@barkyard/domain/photo'
import type { Phrase } from '@barkyard/domain/playdate'
import type { PlaydateSignal } from '@barkyard/domain/playdate-moves'
import type { DogChanges } from '@barkyard/domain/schemas/dog'
import { dayOf, remindOn } from '@barkyard/domain/verification-days'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../open.ts'
import { newId } from '../queries/ids.ts'
import { newPhotoKey, recordPhotoKeys } from '../queries/photos/photo-keys.ts'
import { addEvidence, startVerification } from '../queries/verification/verifications.ts'
import type { Database } from '../schema.ts'
import type { DemoDog } from './dogs.ts'
import { demoPhotos } from './photos.ts'
import type { Yard } from './yard.ts'

const DAY_MINUTES = 24 * 60
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
  await recordPhotoKeys(db, [key])
  await savePhoto(key, withPaper(face, WAITING.code))
  return key
}

/**
 * Adds what owners tell, what moderators have checked, a check that waits, and phrases before a plan.
 * @param evidence the key of the evidence of the check that waits.
 */
export async function addTrust(yard: Yard, evidence: string): Promise<void> {
  const today = dayOf(yard.now)
  const change = (name: string, facts: Updateable<Database['dogs']>) =>
    yard.trx.updateTable('dogs').set(facts).where('id', '=', yard.dog(name)).execute()
  for (const [name, facts] of Object.entries(GOOD_TO_KNOW)) await change(name, facts)
  for (const [name, days] of Object.entries(ACTIVE)) await change(name, { active_on: addDays(today, -days) })
  for (const name of PHOTO_CHECKED) {
    await addApproved(yard, name, { kind: 'photo' })
    await change(name, { photo_checked: true })
  }
  for (const [name, days] of Object.entries(VACCINATED)) {
    const expiresOn = addDays(today, days)
    await addApproved(yard, name, { kind: 'vaccination', expires_on: expiresOn, remind_on: remindOn(expiresOn) })
    await change(name, { vaccinated_until: expiresOn })
  }
  await addWaiting(yard, evidence)
  await addPhrases(yard)
}

async function addApproved(
  { trx, dog, ownerOf, user, minutesAgo }: Yard,
  name: string,
  what: Pick<Insertable<Database['verifications']>, 'kind' | 'expires_on' | 'remind_on'>,
): Promise<void> {
  const at = minutesAgo(DECIDED_DAYS * DAY_MINUTES)
  await trx
    .insertInto('verifications')
    .values({
      ...what,
      id: newId(),
      dog_id: dog(name),
      user_id: ownerOf(name),
      state: 'approved',
      version: 3,
      decided_by: user('admin'),
      created_at: at,
      sent_at: at,
      closed_at: at,
    })
    .execute()
}

async function addWaiting({ trx, now, actingAs, accepted }: Yard, evidence: string): Promise<void> {
  const { name, code } = WAITING
  const viewer = actingAs(name)
  const started = await startVerification(trx, viewer, { dogId: viewer.dogId, kind: 'photo', code, now })
  const { id } = accepted(started, `check of ${name}`)
  accepted(await addEvidence(trx, viewer.userId, id, { key: evidence, now }), `evidence of ${name}`)
}

async function addPhrases({ trx, now, dog, awakeMinutesAgo }: Yard): Promise<void> {
  const signals = SAID.phrases.map(
    ([minutes, name, phrase]): PlaydateSignal => ({
      dogId: dog(name),
      kind: 'phrase',
      minutes: null,
      phrase,
      at: awakeMinutesAgo(minutes).toISOString(),
    }),
  )
  const [proposer, invited] = SAID.dogs
  await trx
    .updateTable('playdates')
    .set({ signals: JSON.stringify(signals) })
    .where('proposer_dog_id', '=', dog(proposer))
    .where('invited_dog_id', '=', dog(invited))
    .where('when_ts', '>', now)
    .execute()
}
