import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, held, network, unreachable } from './testing/network-links.ts'
import { open, PHONE } from './testing/open.tsx'
import { aPage } from './testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner, aPhoto } from './testing/rows.ts'

/*
 * The texts that the specification quotes, in its order: the screens, then what is said about failed and successful
 * writes. How the screens behave is tested beside them.
 */

const rex = aDog({
  name: 'Rex',
  breed: 'Beagle',
  ageYears: 1,
  size: 'large',
  sex: 'male',
  bio: 'Digs.',
  photos: [aPhoto()],
})
const ada = aDog({ name: 'Ada', breed: 'Poodle', ageYears: 4 })
const mochi = aNeighbour({
  name: 'Mochi',
  breed: 'Shiba Inu',
  ageYears: 1,
  distance: 4,
  bio: 'Runs.',
  temperament: ['shy'],
})
const owner = anOwner({ dog: rex, city: 'Oakland' })
const nobody = anOwner({ dog: null })
const admin = anOwner({ dog: rex, isAdmin: true })
const match = aMatch(rex, mochi, mochi, { unreadCount: 2 })
const own = { ...rex, distance: null, compatibility: null, activeLately: true }
const proposal = {
  id: 'playdate',
  matchId: match.id,
  whenTs: '2099-05-01T16:00:00.000Z',
  parkName: 'Dolores Park',
  lat: '37.7596',
  lng: '-122.4269',
  notes: '',
  status: 'proposed',
  proposerDogId: mochi.id,
  revision: 1,
  started: false,
  changes: null,
  cancelledAt: null,
  cancelReason: null,
  cancelledByDogId: null,
  was: null,
  signals: [],
  with: null,
} satisfies Playdate
const robin: AdminUser = { id: 'robin', firstName: 'Robin', lastName: 'Hale', email: 'robin@example.test', dogCount: 1 }
const owned: AdminDog = { id: rex.id, name: 'Rex', breed: 'Beagle', userId: 'robin', owner: robin, photos: [] }
const unowned: AdminDog = { ...owned, id: 'stray', name: 'Stray', userId: null, owner: null }

const answers: Answers = {
  'dogs.mine': [rex, ada],
  'dogs.get': ({ id }) => (id === rex.id ? own : mochi),
  'matches.list': aPage(match),
  'matches.get': match,
  'messages.list': [],
  'sniff.search': aPage(mochi),
  'playdates.list': aPage(proposal),
  'playdates.overlapping': [],
  'admin.allDogs': aPage(owned, unowned),
  'admin.unownedDogs': aPage(unowned),
  'admin.users': aPage(robin),
  'admin.dogsOf': [],
  'admin.verifications': aPage(),
}
const show = (path: string, { user = owner, ...more }: Parameters<typeof open>[1] = {}) =>
  open(path, { user, ...more, answers: { ...answers, ...more.answers } })

type Words = string | RegExp
/** Somebody who sees the page reads each of these. */
async function reads(...texts: Words[]) {
  for (const text of texts) {
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    await expect.poll(() => page.getByText(text, { exact: true }).elements().some(isSeen), { message: String(text) }).toBe(true)
  }
}
const button = (name: Words) => page.getByRole('button', { name, exact: true })
const link = (name: Words) => page.getByRole('link', { name, exact: true })
const field = (name: Words) => page.getByLabelText(name)
const input = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement
const dialog = page.getByRole('dialog')
const leadsTo = (name: Words, path: string) => expect.element(link(name).first()).toHaveAttribute('href', path)


const THEMES = ['light', 'dark'] as const
const SIZES = [[375, 812], [1440, 900]] as const
const SHOTS: [string, string, Parameters<typeof open>[1], (() => Promise<unknown>)?][] = [
  ['doghouse', '/doghouse', { answers: { 'matches.newCount': { count: 2 } } }],
  ['my-dogs', '/my-dogs', { user: nobody }],
  ['my-dog', '/my-dogs', { user: nobody, answers: { 'dogs.mine': [rex] } }],
  ['dog', `/dog/${mochi.id}`, {}],
  ['playdates', '/playdates', {}],
  ['form', `/playdates?match=${match.id}&plan`, {}, async () => { await page.getByText('Pick a date').click() }],
  ['map', `/playdates?match=${match.id}&plan`, {}, async () => { await expect.element(page.getByRole('region', { name: 'Map of the parks' })).toBeVisible(); page.getByRole('region', { name: 'Map of the parks' }).element().scrollIntoView({ block: 'center' }) }],
  ['settings', '/settings', {}, async () => { await expect.element(page.getByText('Settings Coming Soon')).toBeVisible(); page.getByText('Settings Coming Soon').element().scrollIntoView({ block: 'center' }) }],
  ['profile', '/profile', {}, async () => { page.getByText('Location enabled').element().scrollIntoView({ block: 'center' }) }],
  ['admin', '/admin', { user: { ...admin, isImpersonating: true } }],
  ['sniff', '/sniff', {}],
]
for (const [name, path, options, prepare] of SHOTS)
  for (const theme of THEMES)
    for (const viewport of SIZES)
      test(`${name} ${theme} ${viewport[0]}`, async () => {
        await show(path, { ...options, theme, viewport })
        await expect.element(page.getByRole('main')).toBeVisible()
        await new Promise(done => setTimeout(done, 700))
        await prepare?.()
        await new Promise(done => setTimeout(done, 500))
        await page.screenshot({ path: `./letter-shots/${name}-${theme}-${viewport[0]}.png` })
      })
