import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aUser, aUsersDog } from './testing/admin-panel.ts'
import { type Answers, held, network, unreachable } from './testing/network-links.ts'
import { address, open, PHONE } from './testing/open.tsx'
import { aPlaydate } from './testing/plans.ts'
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
const admin = anOwner({ dog: rex, role: 'admin' })
const match = aMatch(rex, mochi, mochi, { unreadCount: 2 })
const own = { ...rex, distance: null, compatibility: null, activeLately: true }
const proposal = aPlaydate(match, { whenTs: '2099-05-01T16:00:00.000Z' })
const robin = aUser({ dogCount: 1 })
const owned = { ...aUsersDog(robin, 'Rex', 'Beagle'), id: rex.id }
const unowned = aUsersDog(null, 'Stray')

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
  'admin.parks': aPage(),
}
const show = (path: string, { user = owner, ...more }: Parameters<typeof open>[1] = {}) =>
  open(path, { user, ...more, answers: { ...answers, ...more.answers } })

type Words = string | RegExp
/** Somebody who sees the page reads each of these. */
async function reads(...texts: Words[]) {
  for (const text of texts) {
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    await expect
      .poll(() => page.getByText(text, { exact: true }).elements().some(isSeen), { message: String(text) })
      .toBe(true)
  }
}
const button = (name: Words) => page.getByRole('button', { name, exact: true })
const link = (name: Words) => page.getByRole('link', { name, exact: true })
const field = (name: Words) => page.getByLabelText(name)
const input = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement
const dialog = page.getByRole('dialog')
const leadsTo = (name: Words, path: string) => expect.element(link(name).first()).toHaveAttribute('href', path)

describe('screens', () => {
  test('landing page', async () => {
    await open('/', { user: null })
    await reads('Find the Perfect Playmate for Your Pup')
    await reads('Connect with dog owners nearby, match compatible pups, and schedule fun playdates at local parks')
    for (const section of ['features', 'safety', 'about'])
      await leadsTo(
        section.replace(/^./, first => first.toUpperCase()),
        `#${section}`,
      )
    for (const name of ['Log In', 'Sign Up', 'Get Started', 'Get Started Free'])
      await expect.element(link(name)).toHaveAttribute('href', expect.stringMatching(/^\/api\/login/))
    await leadsTo('Learn More', '#features')
    await reads('Create Profile', 'Sniff & Match', 'Chat & Connect', 'Schedule Playdates')
    await reads('Smart Matching', 'Verified Profiles', 'Privacy First', 'Learn About Safety')
    await reads(
      'Product',
      'Pricing',
      'Company',
      'Blog',
      'Contact',
      'Legal',
      'Privacy',
      'Terms',
      'Cookie Policy',
      /2025/,
    )
  })

  test('header', async () => {
    await show('/doghouse')
    await leadsTo(/My dogs/, '/my-dogs')
    await leadsTo(/to the doghouse/i, '/doghouse')
    await button(/menu/i).first().click()
    await reads('Settings', 'Log out')
  })

  test('doghouse', async () => {
    await show('/doghouse', { answers: { 'matches.newCount': { count: 2 }, 'playdates.pendingCount': { count: 1 } } })
    await reads('Welcome back, Rex!', 'Your doghouse dashboard', 'My Profile', 'Rex', 'Beagle', 'Large', 'Male')
    await reads('View your messages', 'Find dogs nearby', 'Schedule meetups')
    await reads(/new barks/, /waiting for your answer/)
    const cards = [`/dog/${rex.id}`, '/barks', '/sniff', '/playdates']
    const links = page.getByRole('main').getByRole('link').elements()
    const paths = links.map(link => link.getAttribute('href') ?? '')
    expect(paths.filter(path => cards.includes(path))).toEqual(cards)
  })

  test('my dogs', async () => {
    await show('/my-dogs', { user: admin })
    await reads('My Dogs', 'Select a dog to switch profiles, or sniff with your current dog')
    await reads('Large', '1 year', '4 years', 'Active', 'Add Dog', 'Sniff Dogs', 'Manage Users')
    await leadsTo('Manage Users', '/admin/users')
    await button('Delete Ada').click()
    await reads(
      "Are you sure you want to delete Ada's profile? This action cannot be undone and will delete all photos and matches.",
    )
  })

  test('my dogs, without an active one', async () => {
    await show('/my-dogs', { user: nobody })
    await reads('Select which dog you want to be')
  })

  test.each(['/', '/doghouse', '/sniff', '/my-dogs'])('without a dog %s is my dogs', async path => {
    await show(path, { user: nobody, answers: { 'dogs.mine': [] } })
    await reads('No dogs yet!', 'Add Your First Dog')
    expect(location.pathname).toBe('/my-dogs')
  })

  test('sniff', async () => {
    const { promise, resolve } = held<ReturnType<typeof aPage<typeof mochi>>>()
    await show('/sniff', { answers: { 'sniff.search': () => promise } })
    await reads('Sniff Dogs Nearby', 'Loading...')
    resolve(aPage(mochi))
    await reads('1 dog found within your search area', 'Mochi', 'Shiba Inu', /4 km away/, 'Runs.', 'Clear')
    await reads('Distance', 'Age', 'Size', 'Small', 'Medium', 'Large', 'Temperament', 'Friendly', 'Playful')
  })

  test('sniff finds nobody', async () => {
    await show('/sniff', { answers: { 'sniff.search': aPage() } })
    await reads('0 dogs found within your search area')
    await reads('No dogs found in your area. Try adjusting your filters or check back later!')
  })

  test('swipe demo', async () => {
    await show('/swipe')
    await reads(/\d+ km away/)
    await button('Super like').click()
    await reads("It's a Match!", 'Send Message', 'Keep Browsing')
    await button('Keep Browsing').click()
    const pass = button('Pass')
    await expect.element(pass).toBeVisible()
    while (pass.query()) await pass.click()
    await reads('No more dogs nearby', 'Check back later or adjust your filters', 'Start Over')
  })

  test('dog detail, matched or not, barked at or not', async () => {
    await show(`/dog/${mochi.id}`)
    await reads(/^Mochi/, 'Shiba Inu', 'Small', 'Female', 'Shy', 'About Mochi', 'Bark (Send Woof!)', 'Open chat')
    await leadsTo('Back to sniffing', '/sniff')
    const returned = aMatch(rex, mochi)
    network.answer({ 'matches.bark': { matchId: returned.id }, 'matches.list': aPage(returned) })
    await button('Bark (Send Woof!)').click()
    await reads('Woof! 🐕', 'Your bark has been sent!', 'Bark (Send Woof!)', 'Open chat')
  })

  test('dog detail of a stranger, and while a bark is sent', async () => {
    await show(`/dog/${mochi.id}`, {
      answers: { 'matches.list': aPage(), 'matches.bark': () => held<never>().promise },
    })
    await button('Bark (Send Woof!)').click()
    await reads('Barking...')
    expect(link('Open chat').query()).toBeNull()
  })

  test('dog detail of the active dog', async () => {
    await show(`/dog/${rex.id}`)
    await reads('About Rex')
    expect(button('Bark (Send Woof!)').query()).toBeNull()
  })

  test('dog detail for admins', async () => {
    await show(`/dog/${mochi.id}`, { user: admin })
    await button('Edit Profile (Admin)').click()
    await reads('Edit Dog Profile', '(0/6)', 'Name', 'Breed', 'Size', 'Sex', 'Age (years)', 'Temperament', 'Bio')
    await reads('Protective', 'Gentle', 'Aggressive', 'Cancel', 'Save Changes')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await button('Delete Profile').click()
    await reads('Are you absolutely sure?')
    await reads("This action cannot be undone. This will permanently delete Mochi's profile and all associated data.")
    network.answer({ 'admin.deleteDog': () => held<never>().promise })
    await dialog.getByRole('button', { name: 'Delete Profile' }).click()
    await reads('Deleting...')
  })

  test('barks', async () => {
    await show('/barks')
    await reads('Barks', 'Dogs who have barked at you', 'Mochi', 'Woof! 🐕')
  })

  test('no barks', async () => {
    await show('/barks', { answers: { 'matches.list': aPage() } })
    await reads('No barks yet', "When dogs bark at you, they'll appear here", 'Sniff Dogs')
  })

  test('chat without a match', async () => {
    await show('/bark-chat')
    await reads('Match not found')
  })

  test.each([
    ['with a location', owner, 'Location enabled'],
    ['without one', { ...owner, lat: null, lng: null }, 'Enable Location'],
  ])('my profile %s', async (_, user, words) => {
    await show('/profile', { user, answers: { 'location.known': { from: user.lat === null ? 'city' : 'location' } } })
    await reads('My Profile', 'Edit Profile', /^Rex/, 'Beagle', 'Large', 'Male', 'Playful', 'About', 'Digs.')
    await reads('Oakland', words)
    if (user.lat === null)
      await reads('To sniff dogs nearby, we need your location. This helps us show you playmates in your area.')
  })

  test('playdates, on a phone too', async () => {
    await show('/playdates', { viewport: PHONE })
    await reads('Playdates', 'Schedule meetups with your matches at San Francisco parks', 'Create Playdate')
    await reads('Upcoming Playdates', 'Playdate with Mochi', 'Proposed', 'Dolores Park', 'Accept', 'Decline')
  })

  test('no playdates', async () => {
    await show(`/playdates?match=${match.id}`, { answers: { 'playdates.list': aPage() } })
    await reads('No upcoming playdates. Create one above!')
    await button('Create Playdate').click()
    await reads('Create a Playdate', 'Schedule a meetup at a San Francisco park', 'Title', 'Date', 'Location', 'Cancel')
    await expect.element(field('Title')).toHaveValue('Playdate with Mochi')
  })

  test('no matches', async () => {
    await show('/playdates', { answers: { 'matches.list': aPage(), 'playdates.list': aPage() } })
    await reads('No Matches Yet', /^You need matches before you can create playdates\./)
    await leadsTo('Find Matches', '/sniff')
  })

  test('settings', async () => {
    await show('/settings')
    await reads('Settings Coming Soon')
    expect(page.getByText(/coming soon/i).elements()).toHaveLength(1)
  })

  test('admin panel', async () => {
    await show('/admin', { user: { ...admin, isImpersonating: true } })
    await reads(/^All Dogs/, /^Unowned Dogs/, /^Assign Owner/, /^All Users/, 'Select All', 'Unowned', 'Test as Rex')
    await expect.element(page.getByRole('region', { name: 'Impersonation' })).toBeVisible()
    expect(button('Stop Impersonating').elements()).toHaveLength(1)
    await button(/Robin Hale/).click()
    await reads('User Dogs', 'No dogs found for this user')
  })

  test('a page that does not exist', async () => {
    await show('/nowhere')
    await reads('404 Page Not Found', 'Did you forget to add the page to the router?')
  })
})

/** A write: where, what is done to make it, what sends it, and what is said after it failed and after it succeeded. */
interface Write {
  path: string
  user?: ReturnType<typeof anOwner>
  call: keyof Answers
  prepare?: () => Promise<void>
  press: () => Promise<void>
  failed: string
  done?: string
  /** The address to which it leads a moment later. */
  leadsTo?: string
  answers?: Answers
  /** What the call answers. Default: Done. */
  answer?: unknown
}
const click = (name: Words) => () => button(name).click()
const confirm = (name: Words) => () => dialog.getByRole('button', { name, exact: true }).click()

const WRITES: Record<string, Write> = {
  'admin edit of a dog': {
    path: `/dog/${mochi.id}`,
    user: admin,
    call: 'admin.editDog',
    prepare: async () => {
      await button('Edit Profile (Admin)').click()
      await userEvent.fill(dialog.getByLabelText('Name'), 'Mocha')
    },
    press: confirm('Save Changes'),
    failed: 'Failed to update dog profile',
    done: 'Dog profile updated successfully',
  },
  'photo delete': {
    path: `/dog/${rex.id}/edit`,
    call: 'photos.delete',
    press: click('Delete photo 1'),
    failed: 'Failed to delete photo',
    done: 'Photo deleted successfully',
  },
  'admin delete of a dog': {
    path: `/dog/${mochi.id}`,
    user: admin,
    call: 'admin.deleteDog',
    prepare: click('Delete Profile'),
    press: confirm('Delete Profile'),
    failed: 'Failed to delete dog profile',
    done: 'Dog profile deleted successfully',
  },
  'owner delete of a dog': {
    path: '/my-dogs',
    call: 'dogs.delete',
    prepare: click('Delete Ada'),
    press: confirm('Delete'),
    failed: 'Failed to delete dog',
    done: 'Dog profile deleted successfully',
  },
  bark: {
    path: `/dog/${mochi.id}`,
    call: 'matches.bark',
    press: click('Bark (Send Woof!)'),
    answer: { matchId: match.id },
    answers: { 'matches.list': aPage() },
    failed: 'Failed to send bark',
    done: 'Your bark has been sent!',
  },
  'update of a playdate': {
    path: '/playdates',
    call: 'playdates.answer',
    press: click('Accept'),
    answer: { ...proposal, status: 'accepted' },
    failed: 'Failed to update playdate',
    done: 'Playdate accepted!',
  },
  'decline of a playdate': {
    path: '/playdates',
    call: 'playdates.answer',
    press: click('Decline'),
    answer: { ...proposal, status: 'declined' },
    failed: 'Failed to update playdate',
    done: 'Playdate declined',
  },
  impersonate: {
    path: '/admin',
    user: admin,
    call: 'admin.impersonate',
    press: click('Test as Rex'),
    failed: 'Failed to impersonate',
    done: 'Now impersonating dog. Redirecting to doghouse...',
    leadsTo: '/doghouse',
  },
  'stop impersonation': {
    path: '/barks',
    user: { ...admin, isImpersonating: true },
    call: 'admin.stopImpersonation',
    press: click('Stop Impersonating'),
    failed: 'Failed to stop impersonation',
    done: 'Stopped impersonation',
    leadsTo: '/admin',
  },
  'transfer of ownership': {
    path: '/admin',
    user: admin,
    call: 'admin.setOwner',
    prepare: async () => {
      await button(/^Assign Owner/).click()
      await reads('Transfer Dog Ownership')
      await dialog.getByRole('combobox', { name: 'New owner' }).click()
      await page.getByRole('option', { name: /Robin Hale/ }).click()
    },
    press: confirm('Transfer'),
    failed: 'Failed to transfer ownership',
    done: 'Dog ownership transferred successfully',
  },
  'delete of a dog in the admin panel': {
    path: '/admin',
    user: admin,
    call: 'admin.deleteDog',
    prepare: click('Delete Rex'),
    press: confirm('Delete Profile'),
    failed: 'Failed to delete dog',
  },
  'delete of users': {
    path: '/admin/users',
    user: admin,
    call: 'admin.deleteUsers',
    prepare: async () => {
      await page.getByRole('checkbox', { name: /^Select Robin/ }).click()
      await button('Delete 1 user(s)').click()
    },
    press: confirm('Delete Users'),
    failed: 'Failed to delete users',
    done: 'Successfully deleted 1 user(s)',
  },
}

describe('writes', () => {
  test.each(Object.entries(WRITES))('%s', async (_, write) => {
    const fails = () => Promise.reject(unreachable())
    await show(write.path, { user: write.user ?? owner, answers: { ...write.answers, [write.call]: fails } })
    await write.prepare?.()
    await write.press()
    await reads('Error', write.failed)
    if (!write.done) return
    network.answer({ [write.call]: write.answer ?? { ok: true } })
    await write.press()
    await reads(write.done)
    // Or it would lead there in a later test.
    if (write.leadsTo) await expect.poll(address).toBe(write.leadsTo)
  })

  test("fetch of a user's dogs", async () => {
    await show('/admin/users', { user: admin, answers: { 'admin.dogsOf': () => Promise.reject(unreachable()) } })
    await button(/Robin Hale/).click()
    await reads('Error', 'Failed to fetch user dogs')
  })

  const geolocation = (answer: (found: PositionCallback, failed: PositionErrorCallback) => void) =>
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found, failed) => {
      answer(found, failed as PositionErrorCallback)
    })
  const unlocated = { ...owner, lat: null, lng: null }
  const enable = async (more: Answers = {}) => {
    await show('/profile', { user: unlocated, answers: { 'location.known': { from: 'city' }, ...more } })
    await button('Enable Location').click()
  }

  test('location', async () => {
    geolocation(found => found({ coords: { latitude: 1, longitude: 2 } } as GeolocationPosition))
    await enable({ 'location.set': () => Promise.reject(unreachable()) })
    await reads('Error', 'Failed to update location. Please try again.')
    network.answer({ 'location.set': owner, 'auth.user': owner })
    await button('Enable Location').click()
    await reads('Location enabled')
  })

  test('location, not allowed', async () => {
    geolocation((_, failed) => failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError))
    await enable()
    await reads('Location access denied', 'Please enable location access in your browser settings.')
  })

  test('location, not supported', async () => {
    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(undefined as unknown as Geolocation)
    await enable()
    await reads('Not supported', 'Geolocation is not supported by your browser.')
  })

  test('onboarding', async () => {
    await show('/onboarding', {
      answers: { 'location.set': () => Promise.reject(unreachable()), 'location.check': { isKnown: true } as never },
    })
    await reads('Welcome')
    await button('Next').click()
    await reads('Missing information', "Please fill in your dog's name and breed")
    await userEvent.fill(field("Dog's name"), 'Bo')
    await userEvent.fill(input('breed'), 'Beagle')
    await button('Next').click()
    await button('Next').click()
    await reads('Please fill in size, sex, and age')
    await page.getByRole('radio', { name: 'Small' }).click()
    await page.getByRole('radio', { name: 'Female' }).click()
    await userEvent.fill(field('Age in years'), '3')
    await button('Next').click()
    await reads('Step 3 of 5', 'Friendly', 'Playful', 'Calm', 'Energetic', 'Shy', 'Back')
    await button('Next').click()
    await userEvent.fill(input('city'), '')
    await button('Next').click()
    await reads('Please enter your city')
    await userEvent.fill(input('city'), 'Oakland')
    await button('Next').click()
    await reads('Upload 1-6 photos (JPG, PNG, or WebP, max 8MB each)')
    await button('Complete').click()
    await reads('Error creating profile', 'Something went wrong. Please try again.')
    const { promise, resolve } = held<typeof owner>()
    network.answer({
      'location.set': () => promise,
      'dogs.create': aDog({ name: 'Bo', breed: 'Beagle', temperament: [] }),
    })
    await button('Complete').click()
    await reads('Creating profile...')
    resolve(owner)
    await reads('Profile created!', /Welcome to Barkyard.*playmates/)
  })
})
