import type { Page } from '@playwright/test'
import {
  check,
  choosesPhoto,
  click,
  fill,
  has,
  hasDialog,
  ofListed,
  ofNeighbour,
  opens,
  opensFilters,
  press,
  read,
  type Screen,
  screensOf,
  shows,
} from './screen.ts'

/** For `path`: an address that holds the id of one of the viewer's own dogs. */
const ofDog = (which: 'active' | 'resting', address: (id: string) => string) => async (page: Page) => {
  const { activeDogId } = await read<{ activeDogId: string }>(page, '/active-dog')
  const dogs = await read<{ id: string }[]>(page, '/my-dogs')
  return address((which === 'active' ? activeDogId : dogs.find(({ id }) => id !== activeDogId)?.id) ?? '')
}
const ofLost = ofListed('/lost', id => `/lost/${id}`)
/** For `path`: an address that holds the id of a lost dog of the viewer's own, which is lost far from all others. */
const ofOwnLost = (address: (id: string) => string) => async (page: Page) => {
  const [known] = await read<{ dog: { id: string } }[]>(page, '/lost/mine')
  if (known) return address(known.dog.id)
  const path = await ofDog('resting', id => `/api/dogs/${id}/lost`)(page)
  const data = { lastSeenAt: new Date().toISOString(), lat: 41.26, lng: -95.93, approach: 'shy' }
  const { dog } = await (await page.request.post(path, { data })).json()
  return address(dog.id)
}

/** For `before`: the chat's socket refuses every message, or does not open. */
const refuseMessages = (page: Page) =>
  page.routeWebSocket(/\/ws$/, line => {
    const far = line.connectToServer()
    line.onMessage(frame => {
      const { type, clientId } = JSON.parse(frame.toString())
      if (type !== 'message') far.send(frame)
      else line.send(JSON.stringify({ type: 'error', message: 'Too many messages at once.', clientId }))
    })
  })
const cutSocket = (page: Page) => page.routeWebSocket(/\/ws$/, line => void line.close())

const openChat = (name: RegExp, text: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).click()
  await page.getByPlaceholder('Type a message...').fill(text)
}
async function openWalk(page: Page) {
  await page.locator('#walks').getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.waitForURL('**/walk/*')
}

/** For `path`: a weekly walk that the viewer hosts. */
async function ownWeeklyWalk(page: Page) {
  const mine = await read<{ id: string; repeats: string | null }[]>(page, '/walks?mine=yes')
  const known = mine.find(({ repeats }) => repeats === 'weekly')
  if (known) return `/walk/${known.id}`
  const whenTs = new Date(Date.now() + 4 * 86_400_000).toISOString()
  const data = { whenTs, parkName: 'Dolores Park', title: 'Every week', maxDogs: 4, repeats: 'weekly' }
  const { id } = await (await page.request.post('/api/walks', { data })).json()
  return `/walk/${id}`
}
const onOwnWalk = (label: string) => ({ path: ownWeeklyWalk, prepare: opens(label) })

const ownerScreens = screensOf('owner', {
  'doghouse-phone': { path: '/doghouse', isPhone: true },
  'sniff-verified': { path: '/sniff?verified=photo' },
  'sniff-place': { path: '/sniff', isPhone: true, prepare: opens(/^Change the place/) },
  'saved-search-unnamed': {
    path: '/sniff?sizes=large',
    prepare: [
      opensFilters,
      click('Saved searches'),
      fill('Name of this search', ''),
      click('Save this search'),
      shows('Please give it a name'),
    ],
  },
  'my-dog': { path: ofDog('active', id => `/dog/${id}`), isPhone: true },
  'photo-viewer': { path: ofDog('active', id => `/dog/${id}`), prepare: opens(/full screen$/) },
  'edit-dog': { path: ofDog('active', id => `/dog/${id}/edit`) },
  'photo-focus': { path: ofDog('active', id => `/dog/${id}/edit`), prepare: opens('Set the focus of photo 1') },
  'lost-where': { path: ofDog('active', id => `/dog/${id}/lost`), isPhone: true },
  'lost-helps': {
    path: ofDog('active', id => `/dog/${id}/lost`),
    isWhole: true,
    prepare: [
      fill(/^Or search/, 'Omaha'),
      click(/^Omaha/),
      shows('The point is set.'),
      click('Next'),
      has('heading', 'What helps'),
    ],
  },
  'lost-dog': { path: ofLost, isWhole: true },
  'lost-sighting': { path: ofLost, isWhole: true, prepare: [click('I saw this dog'), check('The dog is with me')] },
  'lost-case': { path: ofOwnLost(id => `/dog/${id}/lost`), isWhole: true },
  'lost-poster': { path: ofOwnLost(id => `/dog/${id}/lost/poster`), isWhole: true },
  'not-your-dog': { path: ofNeighbour(id => `/dog/${id}/edit`) },
  'check-photo': {
    path: ofDog('resting', id => `/dog/${id}`),
    isPhone: true,
    prepare: [opens(/: photo$/), shows('four words')],
  },
  'check-sent': {
    path: ofDog('resting', id => `/dog/${id}`),
    isPhone: true,
    prepare: [opens(/: vaccination record$/), choosesPhoto, shows(/^A moderator will look at this photo/)],
  },
  'profile-city': { path: '/profile', prepare: click('Change city') },
  'chat-new': { path: '/barks', prepare: openChat(/Bagel/, 'see you') },
  'chat-phone': { path: '/barks', isPhone: true, prepare: openChat(/Mochi/, 'see you') },
  'chat-too-long': { path: '/barks', prepare: openChat(/Luna/, 'hi '.repeat(203)) },
  'chat-waiting': { path: '/barks', before: cutSocket, prepare: [openChat(/Luna/, 'hello'), shows('Reconnecting…')] },
  'chat-refused': {
    path: '/barks',
    before: refuseMessages,
    prepare: [openChat(/Luna/, 'hello'), click('Send'), shows('Not sent')],
  },
  'open-as': { path: ofDog('resting', id => `/playdates?as=${id}`) },
  'playdate-suggest': {
    path: '/playdates',
    isPhone: true,
    prepare: [click('Suggest another time'), press('combobox', /Time/), press('option', '4:00 PM'), shows(/Was \d/)],
  },
  'playdate-cancel': {
    path: '/playdates',
    prepare: [click(/^More about/), press('menuitem', 'Cancel playdate'), hasDialog],
  },
  'walk-host': { path: '/playdates', prepare: opens('Host a walk') },
  walk: { path: '/playdates', prepare: openWalk },
  'walk-change': onOwnWalk('Change time or park'),
  'walk-call-off': onOwnWalk('Call off'),
  'walk-end-series': onOwnWalk('End the series'),
  park: { path: '/park/dolores', isWhole: true },
  'settings-filled': {
    path: async page => {
      await page.request.delete('/api/calendar-feed')
      return '/settings/notifications'
    },
    prepare: [
      page => page.getByRole('checkbox', { name: /^Hold push notifications/ }).check(),
      click('Subscribe'),
      page => page.getByLabel('The address of your calendar').waitFor(),
    ],
  },
  'settings-revoke-token': {
    path: '/settings/developers',
    prepare: [
      fill('Name of the token', 'morning walk'),
      page => page.getByLabel('Name of the token').press('Enter'),
      page => page.getByLabel('Your new token').waitFor(),
      opens('Revoke morning walk'),
    ],
  },
})

/** Of somebody with a dog and without neighbours. */
const lonerScreens = screensOf('loner', {
  ...Object.fromEntries(
    ['doghouse', 'sniff', 'barks', 'playdates', 'profile'].map(name => [`alone-${name}`, { path: `/${name}` }]),
  ),
  'walk-join-far': { path: ofListed('/walks?joinable=yes', id => `/walk/${id}`), prepare: opens('Join') },
  invite: { path: '/barks', prepare: opens('Invite a friend') },
})

const actingScreens = screensOf('acting', {
  'acting-profile': { path: '/profile' },
  'acting-settings-account': { path: '/settings/account' },
})

/** States of the screens above, which need a step or two more. */
export const MORE_SCREENS: Screen[] = [...ownerScreens, ...lonerScreens, ...actingScreens]
