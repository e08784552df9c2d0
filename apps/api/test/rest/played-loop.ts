import type { Dog } from '@barkyard/domain/schemas/dog'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import sharp from 'sharp'
import type { Mailbox } from '../../testing/mailbox.ts'
import { makeAdmin } from '../admin.ts'
import type { TestApp } from '../app.ts'
import { Client, type Person, signUp } from '../client.ts'
import type { Recorder } from './recorder.ts'

export const PASSWORD = 'correct horse'
const SAN_FRANCISCO = { city: 'San Francisco', lat: 37.76, lng: -122.42 }
const SATURDAY = '2030-06-01T09:00:00-07:00'
const BISCUIT = { name: 'Biscuit', breed: 'Corgi', size: 'small', sex: 'female', ageYears: 3, temperament: ['playful'] }
const BO = { name: 'Bo', breed: 'Beagle', size: 'small', sex: 'male', ageYears: 4, temperament: ['playful', 'calm'] }

export interface Cast {
  robin: Person
  kim: Person
  alex: Person
  biscuit: string
  bo: string
}

/** A picture that no other one resembles. */
const picture = (stripes: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${Array.from(
        { length: stripes },
        (_, at) =>
          `<circle cx="${(at * 211) % 640}" cy="${(at * 137) % 480}" r="${20 + ((at * 53) % 90)}" fill="hsl(${at * 67} 70% ${20 + ((at * 29) % 60)}%)"/>`,
      ).join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()

async function photoForm(fields: Record<string, string>, stripes: number): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('photo', new Blob([new Uint8Array(await picture(stripes))]), 'biscuit.png')
  return form
}

/** The token of a mailed link. */
export async function mailedToken(mailbox: Mailbox, to: string, subject: RegExp, nth = 1): Promise<string> {
  const { link } = await mailbox.mailTo(to, { subject, nth })
  return new URL(link).searchParams.get('token') ?? ''
}

/** Robin signs up with Biscuit. Kim with Bo, and Alex, who is an admin, are there already. */
export async function signUpAll(app: TestApp, rec: Recorder, mailbox: Mailbox): Promise<Cast> {
  const kim = await signUp(app.url, { email: 'kim@example.com', firstName: 'Kim', lastName: 'Park' })
  await kim.patch('/api/user/location', { ...SAN_FRANCISCO, lat: 37.78 })
  const { id: bo } = (await kim.post<Dog>('/api/dogs', BO)).body
  await kim.post('/api/active-dog', { dogId: bo })
  await kim.send('POST', '/api/photos', await photoForm({ dogId: bo }, 9))
  const alex = await signUp(app.url, { email: 'alex@example.com', firstName: 'Alex', lastName: 'Moss' })
  await makeAdmin(app, alex)
  const nobody = new Client(app.url)
  await rec.call(nobody, 'getHealth')
  await rec.call(nobody, 'getLiveness')
  const robin = new Client(app.url)
  const body = { email: 'robin@example.com', password: PASSWORD, firstName: 'Robin', lastName: 'Hale' }
  const user = await rec.call<Person['user']>(robin, 'signUp', { body })
  await rec.call(new Client(app.url), 'signIn', { body: { email: body.email, password: PASSWORD } })
  await rec.call(robin, 'sendVerificationLink')
  // The first one came with the sign-up.
  await rec.call(nobody, 'verifyEmail', { body: { token: await mailedToken(mailbox, body.email, /^Confirm/, 2) } })
  await rec.call(robin, 'setMyLocation', { body: SAN_FRANCISCO })
  const { id: biscuit } = await rec.call<Dog>(robin, 'createDog', { body: { ...BISCUIT, clientId: 'biscuit-1' } })
  await rec.call(robin, 'chooseActiveDog', { body: { dogId: biscuit } })
  return { robin: Object.assign(robin, { user }), kim, alex, biscuit, bo }
}

export async function dogs(rec: Recorder, { robin, alex, biscuit }: Cast): Promise<void> {
  const photoIds: string[] = []
  for (const stripes of [5, 14]) {
    const send = await photoForm({ dogId: biscuit }, stripes)
    photoIds.unshift((await rec.call<{ id: string }>(robin, 'addPhoto', { send })).id)
  }
  const [second = ''] = photoIds
  await rec.call(robin, 'focusPhoto', { path: { photoId: second }, body: { focus: { x: 0.4, y: 0.3 } } })
  const { photos } = await rec.call<Dog>(robin, 'orderPhotos', { path: { id: biscuit }, body: { photoIds } })
  const name = /\/photos\/(.*)\.webp/.exec(photos[0]?.urlThumb ?? '')?.[1] ?? ''
  await rec.call(new Client(robin.url), 'getPhotoFile', { path: { name } })
  const deleted = { path: { photoId: photos[1]?.id ?? '' } }
  await rec.call(robin, 'deletePhoto', deleted)
  await rec.call(robin, 'restorePhoto', deleted)
  const path = { id: biscuit }
  const edited = { bio: 'Loves tennis balls', neutered: true, careful: ['bikes'] }
  await rec.call(robin, 'editDog', { path, body: edited })
  const asked = { path, body: { kind: 'photo' } }
  const started = await rec.call<{ id: string; code: string }>(robin, 'startVerification', asked)
  rec.show(started.code, 'maple otter silver kite')
  await rec.call(robin, 'sendEvidence', { path: { id: started.id }, send: await photoForm({}, 23) })
  await rec.call(robin, 'getEvidence', { path: { id: started.id } })
  await rec.call(robin, 'listVerifications')
  await rec.call(alex, 'listVerificationQueue', { query: { state: 'waiting' } })
  await suggestedParks(rec, { robin, alex })
  await rec.call(alex, 'decideVerification', { path: { id: started.id }, body: { approve: true, version: 2 } })
  const record = (await robin.post<{ id: string }>(`/api/dogs/${biscuit}/verifications`, { kind: 'vaccination' })).body
  await rec.call(robin, 'withdrawVerification', { path: { id: record.id } })
  await rec.call(robin, 'listMyDogs')
  await rec.call(robin, 'getActiveDog')
  await rec.call(robin, 'getMyself')
  await rec.call(robin, 'renameMyself', { body: { firstName: 'Robin', lastName: 'Hale' } })
}

export async function sniffing(rec: Recorder, { robin, bo }: Cast): Promise<void> {
  await rec.call(robin, 'suggestCities', { query: { query: 'Portl' } })
  await rec.call(robin, 'checkCity', { query: { city: 'Portlnd' } })
  await rec.call(robin, 'sniffDogs', { query: { distance: '10', sizes: 'small,medium', temperaments: 'playful,calm' } })
  await rec.call(robin, 'getDog', { path: { id: bo } })
  await rec.call(robin, 'findWiderSearch', { query: { distance: '10', sizes: 'large' } })
  const filters = { distance: 25, sizes: ['small'], temperaments: ['calm'] }
  const search = await rec.call<{ id: string }>(robin, 'saveSearch', { body: { name: 'Small and calm', filters } })
  await rec.call(robin, 'listSearches')
  await rec.call(robin, 'deleteSearch', { path: { id: search.id } })
  const skip = await rec.call<{ id: string }>(robin, 'skipDog', { body: { dogId: bo } })
  await rec.call(robin, 'listSkips')
  await rec.call(robin, 'undoSkip', { path: { id: skip.id } })
}

/** @returns the match of Bo, who barks, and Biscuit. */
export async function chat(rec: Recorder, app: TestApp, { robin, kim, biscuit }: Cast, mailbox: Mailbox) {
  await rec.recordEvents(robin)
  const { matchId } = await rec.call<{ matchId: string }>(kim, 'barkAtDog', { body: { toDogId: biscuit } })
  rec.later(11)
  await app.services.deliveries.run()
  const { unsubscribe } = await mailbox.mailTo(robin.user.email, { subject: /Bo/ })
  const token = decodeURIComponent(/token=([^>]+)/.exec(unsubscribe?.list ?? '')?.[1] ?? '')
  await rec.call(new Client(app.url), 'unsubscribeByLink', { body: { token } })
  const path = { matchId }
  await rec.call(robin, 'listMatches')
  await rec.call(robin, 'getMatch', { path })
  await rec.call(robin, 'listUnreadByDog')
  await rec.call(robin, 'countUnreadMessages')
  await rec.call(robin, 'sendMessage', { path, body: { body: 'Woof! Dolores Park at nine?', clientId: 'answer-1' } })
  await rec.call(robin, 'listMessages', { path })
  await rec.call(robin, 'markMessagesSeen', { path })
  const notifications = await rec.call<{ id: string }[]>(robin, 'listNotifications')
  await rec.call(robin, 'countUnseenNotifications')
  await rec.call(robin, 'markNotificationsSeen', { body: { upTo: notifications[0]?.id } })
  return matchId
}

/** A park that an owner suggests, and one of an admin's. */
async function suggestedParks(rec: Recorder, { robin, alex }: Pick<Cast, 'robin' | 'alex'>): Promise<void> {
  const field = { name: 'Wiggly Field', lat: 41.9543, lng: -87.6535, facts: { fenced: true } }
  const { id } = await rec.call<{ id: string }>(robin, 'suggestPark', { body: field })
  await rec.call(robin, 'listSuggestedParks')
  await rec.call(alex, 'listParksOfState', { query: { state: 'waiting' } })
  await rec.call(alex, 'decidePark', { path: { id }, body: { approve: true, version: 1 } })
  await rec.call(alex, 'editPark', { path: { id }, body: { facts: { water: true }, version: 2 } })
  await rec.call(alex, 'closePark', { path: { id }, body: { version: 3, reason: 'Built over' } })
  await rec.call(alex, 'addPark', { body: { name: 'Montrose Dog Beach', lat: 41.9692, lng: -87.6343 } })
}

/** @returns a playdate on Saturday. */
export async function playdates(rec: Recorder, { robin, kim }: Cast, matchId: string): Promise<string> {
  await rec.call(robin, 'listParks')
  await rec.call(robin, 'getPark', { path: { id: 'dolores' } })
  await rec.call(robin, 'listParksOfMatch', { path: { matchId } })
  const plan = { matchId, whenTs: SATURDAY, parkName: 'Dolores Park', notes: 'Fetch at nine' }
  const { id } = await rec.call<Playdate>(robin, 'proposePlaydate', { body: plan })
  const path = { id }
  await rec.call(kim, 'countPendingPlaydates')
  await rec.call(kim, 'listOverlappingPlaydates', { query: { whenTs: '2030-06-01T16:30:00Z' } })
  await rec.call(kim, 'listPlaydates', { query: { status: 'proposed,accepted' } })
  await rec.call(kim, 'answerPlaydate', { path, body: { status: 'accepted', revision: 1 } })
  await rec.call(robin, 'counterPlaydate', { path, body: { parkName: 'Crissy Field', revision: 2 } })
  await rec.call(kim, 'answerPlaydateChange', { path, body: { accept: true, revision: 3 } })
  await rec.call(robin, 'getPlaydate', { path })
  await rec.call(robin, 'listPlaydatesOfMatch', { path: { matchId } })
  await rec.call(robin, 'getPlaydateFile', { path })
  const later = { ...plan, whenTs: '2030-06-08T09:00:00-07:00' }
  const second = (await robin.post<Playdate>('/api/playdates', later)).body
  await rec.call(kim, 'cancelPlaydate', { path: { id: second.id }, body: { reason: 'weather' } })
  return id
}

/** Saturday morning, 15 minutes before the playdate and the walk, and two hours later. */
export async function saturday(rec: Recorder, { robin, kim }: Cast, playdateId: string): Promise<void> {
  const plan = { whenTs: SATURDAY, parkName: 'Dolores Park', title: 'Slow walk for small dogs' }
  const walk = { ...plan, sizes: ['small'], repeats: 'weekly', maxDogs: 4 }
  const { id } = await rec.call<{ id: string }>(kim, 'hostWalk', { body: walk })
  const path = { id }
  await rec.call(robin, 'listWalks')
  await rec.call(robin, 'joinWalk', { path, body: {} })
  await rec.call(kim, 'changeWalk', { path, body: { parkName: 'Crissy Field' } })
  await rec.call(robin, 'getWalk', { path })
  await rec.call(robin, 'getWalkFile', { path })
  rec.later(2 * 24 * 60 - 15)
  await rec.call(kim, 'sayPhrase', { path: { id: playdateId }, body: { phrase: 'by-the-water' } })
  await rec.call(robin, 'sayLate', { path: { id: playdateId }, body: { minutes: 10 } })
  await rec.call(robin, 'sayHere', { path: { id: playdateId }, body: {} })
  await rec.call(robin, 'takeBackHere', { path: { id: playdateId } })
  await rec.call(robin, 'sayLateForWalk', { path, body: { minutes: 10 } })
  await rec.call(robin, 'sayHereOnWalk', { path, body: {} })
  await rec.call(robin, 'leaveWalk', { path, body: {} })
  await rec.call(kim, 'cancelWalk', { path, body: {} })
  await rec.call(kim, 'endWalkSeries', { path, body: {} })
  rec.later(135)
  await rec.call(robin, 'listPastPlaydates')
  await rec.call(robin, 'recapPlaydate', { path: { id: playdateId }, body: { met: true, again: true } })
}

/** Biscuit is lost; Kim, who lives near, and somebody without an account see her. */
export async function lostDog(rec: Recorder, { robin, kim, biscuit }: Cast): Promise<void> {
  const at = (hours: number) => new Date(rec.now - hours * 3_600_000).toISOString()
  const said = {
    ...{ lastSeenAt: at(1), lat: 37.775, lng: -122.427, note: 'Ran after a squirrel', wearing: 'Red collar' },
    ...{ approach: 'shy', phone: '+1 415 555 0134', showPhone: true, mark: 'A white toe on the left' },
  }
  const lost = await rec.call<OwnLost>(robin, 'reportDogLost', { path: { id: biscuit }, body: said })
  rec.show(lost.code, 'k7m2x9qfw4tz8dhr')
  const path = { id: lost.id }
  await rec.call(kim, 'listLost')
  await rec.call(kim, 'getLost', { path })
  const seen = { at: at(0.5), lat: 37.7741, lng: -122.4302, state: 'holding', note: 'She is in our yard' }
  await rec.call(kim, 'sendSighting', { path, body: seen })
  const withPhoto = { ...seen, lat: '37.7741', lng: '-122.4302' }
  await rec.call(kim, 'sendSighting', { path, send: await photoForm(withPhoto, 17) })
  const [sighting] = await rec.call<{ id: string }[]>(robin, 'listSightings', { path })
  const ofSighting = { path: { id: sighting?.id ?? '' } }
  await rec.call(robin, 'getSightingPhoto', ofSighting)
  await rec.call(robin, 'thankForSighting', ofSighting)
  await rec.call(robin, 'changeLost', { path, body: { wearing: 'Red collar with a tag', version: 1 } })
  await rec.call(robin, 'listMyLost')
  const poster = { path: { code: lost.code } }
  const passer = new Client(robin.url)
  await rec.call(passer, 'showPoster', poster)
  const body = { where: 'By the fountain', ago: 'hour', state: 'seen' }
  await rec.call(passer, 'sendPosterSighting', { ...poster, body })
  await rec.call(robin, 'closeLost', { path, body: { outcome: 'returned' } })
}
