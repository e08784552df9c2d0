import type { Page } from '@playwright/test'
import { button, click, opens, type Screen } from './screen.ts'

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api${path}`)).json()

/** For `path`: an address that holds the id of one of the viewer's own dogs. */
const ofDog = (which: 'active' | 'resting', address: (id: string) => string) => async (page: Page) => {
  const { activeDogId } = await read<{ activeDogId: string }>(page, '/active-dog')
  const dogs = await read<{ id: string }[]>(page, '/my-dogs')
  return address((which === 'active' ? activeDogId : dogs.find(({ id }) => id !== activeDogId)?.id) ?? '')
}
const ofLost = async (page: Page) => {
  const [lost] = await read<{ id: string }[]>(page, '/lost')
  return `/lost/${lost?.id}`
}
/** For `path`: an address that holds the id of a lost dog of the viewer's own, which is lost far from all others. */
const ofOwnLost = (address: (id: string) => string) => async (page: Page) => {
  const [known] = await read<{ dog: { id: string } }[]>(page, '/lost/mine')
  if (known) return address(known.dog.id)
  const path = await ofDog('resting', id => `/api/dogs/${id}/lost`)(page)
  const data = { lastSeenAt: new Date().toISOString(), lat: 41.26, lng: -95.93, approach: 'shy' }
  const { dog } = await (await page.request.post(path, { data })).json()
  return address(dog.id)
}
const ofNeighbour = (address: (id: string) => string) => async (page: Page) => {
  const [dog] = await read<{ id: string }[]>(page, '/sniff?limit=1')
  return address(dog?.id ?? '')
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
const say = (text: string, shown: string) => async (page: Page) => {
  await openChat(/Luna/, text)(page)
  await button(page, 'Send').click()
  await page.getByText(shown).first().waitFor()
}

async function addToken(page: Page) {
  await page.getByLabel('Name of the token').fill('morning walk')
  await page.getByLabel('Name of the token').press('Enter')
  await page.getByLabel('Your new token').waitFor()
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
const walkDialog = (name: string, label: string): Screen => ({
  name,
  viewer: 'owner',
  path: ownWeeklyWalk,
  prepare: opens(label),
})

const ownerScreens: Screen[] = [
  { name: 'doghouse-phone', viewer: 'owner', path: '/doghouse', isPhone: true },
  { name: 'sniff-verified', viewer: 'owner', path: '/sniff?verified=photo' },
  { name: 'sniff-place', viewer: 'owner', path: '/sniff', isPhone: true, prepare: opens(/^Change the place/) },
  {
    name: 'saved-search-unnamed',
    viewer: 'owner',
    path: '/sniff?sizes=large',
    prepare: async (page, isPhone) => {
      if (isPhone) await button(page, /^Filters/).click()
      await button(page, 'Saved searches').click()
      await page.getByLabel('Name of this search').fill('')
      await button(page, 'Save this search').click()
      await page.getByText('Please give it a name').waitFor()
    },
  },
  { name: 'my-dog', viewer: 'owner', path: ofDog('active', id => `/dog/${id}`), isPhone: true },
  {
    name: 'photo-viewer',
    viewer: 'owner',
    path: ofDog('active', id => `/dog/${id}`),
    prepare: opens(/full screen$/),
  },
  { name: 'edit-dog', viewer: 'owner', path: ofDog('active', id => `/dog/${id}/edit`) },
  {
    name: 'photo-focus',
    viewer: 'owner',
    path: ofDog('active', id => `/dog/${id}/edit`),
    prepare: opens('Set the focus of photo 1'),
  },
  { name: 'lost-where', viewer: 'owner', path: ofDog('active', id => `/dog/${id}/lost`), isPhone: true },
  {
    name: 'lost-helps',
    viewer: 'owner',
    path: ofDog('active', id => `/dog/${id}/lost`),
    isWhole: true,
    prepare: async page => {
      await page.getByRole('searchbox', { name: /^Or search/ }).fill('Omaha')
      await button(page, /^Omaha/).click()
      await page.getByText('The point is set.').waitFor()
      await button(page, 'Next').click()
      await page.getByRole('heading', { name: 'What helps' }).waitFor()
    },
  },
  { name: 'lost-dog', viewer: 'owner', path: ofLost, isWhole: true },
  {
    name: 'lost-sighting',
    viewer: 'owner',
    path: ofLost,
    isWhole: true,
    prepare: async page => {
      await button(page, 'I saw this dog').click()
      await page.getByRole('radio', { name: 'The dog is with me' }).check()
    },
  },
  { name: 'lost-case', viewer: 'owner', path: ofOwnLost(id => `/dog/${id}/lost`), isWhole: true },
  { name: 'lost-poster', viewer: 'owner', path: ofOwnLost(id => `/dog/${id}/lost/poster`), isWhole: true },
  { name: 'lost-not-found', viewer: 'owner', path: '/lost/nothing', isPictureOnly: true },
  { name: 'lost-not-yours', viewer: 'owner', path: ofNeighbour(id => `/dog/${id}/lost`), isPictureOnly: true },
  { name: 'not-your-dog', viewer: 'owner', path: ofNeighbour(id => `/dog/${id}/edit`) },
  { name: 'profile-city', viewer: 'owner', path: '/profile', prepare: click('Change city') },
  { name: 'chat-new', viewer: 'owner', path: '/barks', prepare: openChat(/Bagel/, 'see you') },
  { name: 'chat-phone', viewer: 'owner', path: '/barks', isPhone: true, prepare: openChat(/Mochi/, 'see you') },
  { name: 'chat-too-long', viewer: 'owner', path: '/barks', prepare: openChat(/Luna/, 'hi '.repeat(203)) },
  {
    name: 'chat-waiting',
    viewer: 'owner',
    path: '/barks',
    before: cutSocket,
    prepare: async page => {
      await openChat(/Luna/, 'hello')(page)
      await page.getByText('Reconnecting…').waitFor()
    },
  },
  { name: 'chat-refused', viewer: 'owner', path: '/barks', before: refuseMessages, prepare: say('hello', 'Not sent') },
  { name: 'open-as', viewer: 'owner', path: ofDog('resting', id => `/playdates?as=${id}`) },
  {
    name: 'playdate-matches',
    viewer: 'owner',
    path: '/playdates',
    prepare: page => page.getByRole('combobox', { name: 'Who would you like to meet?' }).click(),
  },
  {
    name: 'playdate-suggest',
    viewer: 'owner',
    path: '/playdates',
    isPhone: true,
    prepare: async page => {
      await button(page, 'Suggest another time').click()
      await page.getByRole('combobox', { name: /Time/ }).click()
      await page.getByRole('option', { name: '4:00 PM' }).click()
      await page.getByText(/Was \d/).waitFor()
    },
  },
  {
    name: 'playdate-cancel',
    viewer: 'owner',
    path: '/playdates',
    prepare: async page => {
      await button(page, /^More about/).click()
      await page.getByRole('menuitem', { name: 'Cancel playdate' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'walk-host', viewer: 'owner', path: '/playdates', prepare: opens('Host a walk') },
  { name: 'walk', viewer: 'owner', path: '/playdates', prepare: openWalk },
  walkDialog('walk-change', 'Change time or park'),
  walkDialog('walk-call-off', 'Call off'),
  walkDialog('walk-end-series', 'End the series'),
  { name: 'park', viewer: 'owner', path: '/park/dolores', isWhole: true },
  { name: 'park-not-found', viewer: 'owner', path: '/park/nothing', isPictureOnly: true },
  { name: 'walk-not-found', viewer: 'owner', path: '/walk/nothing', isPictureOnly: true },
  {
    name: 'settings-filled',
    viewer: 'owner',
    path: async page => {
      await page.request.delete('/api/calendar-feed')
      return '/settings/notifications'
    },
    prepare: async page => {
      await page.getByRole('checkbox', { name: /^Hold push notifications/ }).check()
      await button(page, 'Subscribe').click()
      await page.getByLabel('The address of your calendar').waitFor()
    },
  },
  {
    name: 'settings-revoke-token',
    viewer: 'owner',
    path: '/settings/developers',
    prepare: async page => {
      await addToken(page)
      await opens('Revoke morning walk')(page)
    },
  },
]

/** Of somebody with a dog and without neighbours. */
const lonerScreens: Screen[] = [
  ...['doghouse', 'sniff', 'barks', 'playdates', 'profile'].map(name => ({
    name: `alone-${name}`,
    viewer: 'loner' as const,
    path: `/${name}`,
  })),
  {
    name: 'walk-join-far',
    viewer: 'loner',
    path: async page => `/walk/${(await read<{ id: string }[]>(page, '/walks?joinable=yes'))[0]?.id}`,
    prepare: opens('Join'),
  },
  { name: 'invite', viewer: 'loner', path: '/barks', prepare: opens('Invite a friend') },
]

const adminScreens: Screen[] = [
  { name: 'admin-phone', viewer: 'admin', path: '/admin', isPhone: true },
  {
    name: 'admin-edit-dog-errors',
    viewer: 'admin',
    path: ofNeighbour(id => `/dog/${id}`),
    prepare: async page => {
      await button(page, 'Edit Profile (Admin)').click()
      for (const name of ['Name', 'Breed']) await page.getByRole('dialog').getByLabel(name).fill('')
      await button(page, 'Save Changes').click()
      await page.getByText('Breed is required').waitFor()
    },
  },
  {
    name: 'admin-delete-profile',
    viewer: 'admin',
    path: ofNeighbour(id => `/dog/${id}`),
    prepare: opens(/^Delete Profile/),
  },
  {
    name: 'admin-user',
    viewer: 'admin',
    path: async page => `/admin/users/${(await read<{ id: string }[]>(page, '/admin/users?limit=2'))[1]?.id}`,
  },
  {
    name: 'admin-suspend',
    viewer: 'admin',
    path: async page => `/admin/users/${(await read<{ id: string }[]>(page, '/admin/users?limit=2'))[1]?.id}`,
    prepare: async page => {
      await button(page, 'Suspend').click()
      await page.getByLabel('Statement (sent to the owner)').fill('Please stop')
    },
  },
  { name: 'admin-park', viewer: 'admin', path: '/admin/parks', prepare: opens(/^Horner Park/) },
  {
    name: 'admin-lost-case',
    viewer: 'admin',
    path: '/admin/lost',
    prepare: async page => {
      await page.getByText('Open', { exact: true }).click()
      await button(page, /^Cashew/).click()
      await page.getByText('Asleep under a bench').waitFor()
    },
  },
  { name: 'admin-check', viewer: 'admin', path: '/admin/checks', prepare: opens(/^Waffles: photo/) },
  {
    name: 'report-delete-user',
    viewer: 'admin',
    path: '/admin/reports',
    prepare: async page => {
      await button(page, /^Boris/).click()
      await page.getByRole('dialog').getByLabel('Decision', { exact: true }).selectOption('delete-user')
      await page.getByRole('dialog').getByLabel('Statement (sent to the owner)').fill('Enough')
      await button(page, /^Delete the owner/).click()
      await page.getByText('cannot be undone').waitFor()
    },
  },
]

const actingScreens: Screen[] = ['doghouse', 'profile', 'settings/account', 'admin'].map(name => ({
  name: `acting-${name.replace('/', '-')}`,
  // The others have cards of their own beside the bar.
  isPictureOnly: name === 'doghouse' || name === 'admin',
  viewer: 'acting',
  path: `/${name}`,
}))

/** States of the screens above, which need a step or two more. */
export const MORE_SCREENS: Screen[] = [...ownerScreens, ...lonerScreens, ...adminScreens, ...actingScreens]
