import type { Location, User } from '@barkyard/domain/schemas/user'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { shownToast } from '../../lib/toast.ts'
import { fails, network } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aDog, anOwner, aPhoto } from '../../testing/rows.ts'
import { button, dismissed, isAt, isGone, isSeen, main, sees } from '../../testing/seen.ts'

const rex = aDog({ name: 'Rex', breed: 'Golden Retriever', size: 'large', sex: 'male', temperament: ['shy', 'gentle'] })
const ASKING = 'To sniff dogs nearby, we need your location. This helps us show you playmates in your area.'

/** Opens the profile of an owner whose place the test may change. */
function openProfile(place: Partial<User>, from: 'location' | 'city' | 'none') {
  let user = anOwner({ dog: rex, lat: null, lng: null, ...place })
  const set = ({ city = user.city ?? undefined, lat, lng }: Partial<Location> & Pick<Location, 'lat' | 'lng'>) => {
    user = { ...user, city: city ?? null, lat, lng }
    network.answer({ 'auth.user': user, 'location.known': { from: lat === null ? 'city' : 'location' } })
    return user
  }
  const check = ({ city }: { city: string }) => ({ isKnown: city !== 'Georgia', similar: ['Atlanta, Georgia'] })
  return open('/profile', {
    user,
    answers: { 'location.known': { from }, 'location.check': check, 'location.set': set },
  })
}

/** Where the device says that it is; or why it does not. */
function deviceIs(at: { latitude: number; longitude: number } | 'denied') {
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found, failed) =>
    at === 'denied'
      ? failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)
      : found({ coords: at } as GeolocationPosition),
  )
}

test('the profile shows the acting dog and the city', async () => {
  const dog = { ...rex, bio: 'Hates the hoover.', photos: [aPhoto(), aPhoto()] }
  await openProfile({ dog, city: 'Oakland' }, 'city')
  await isSeen(page.getByRole('heading', { name: 'My Profile', level: 1, exact: true }))
  await isSeen(page.getByRole('heading', { name: 'Rex, 3 years', exact: true }))
  for (const text of ['Golden Retriever', 'Large', 'Male', 'Shy', 'Gentle', 'Hates the hoover.', 'Oakland'])
    await isSeen(main.getByText(text, { exact: true }))
  await isSeen(page.getByRole('heading', { name: 'About', exact: true }))
  const heightOf = (name: string) =>
    page.getByRole('img', { name, exact: true }).query()?.getBoundingClientRect().height ?? Number.NaN
  await expect.poll(() => heightOf('Photo of Rex') / heightOf('Photo 2 of Rex')).toBeGreaterThan(1.5)
  await sees(ASKING)
  await page.getByRole('link', { name: 'Edit Profile', exact: true }).click()
  await isAt(`/dog/${dog.id}/edit`)
})

test('the location is enabled once, renewed and switched off, failures are shown, and the place that is shown is the one that is searched', async () => {
  await openProfile({}, 'city')
  const none = vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(undefined as never)
  await button('Enable Location').click()
  await sees('Not supported', 'Geolocation is not supported by your browser.')
  none.mockRestore()
  deviceIs('denied')
  await button('Enable Location').click()
  await sees('Location access denied', 'Please enable location access in your browser settings.')
  deviceIs({ latitude: 37.77, longitude: -122.42 })
  network.answerOnce({ 'location.set': fails })
  await button('Enable Location').click()
  await sees('Error', 'Failed to update location. Please try again.')
  await sees('For now, sniffing starts in the middle of San Francisco.')
  const toast = page.getByRole('region', { name: /Notifications/ }).getByText('Location enabled', { exact: true })
  await button('Enable Location').click()
  await isSeen(toast)
  await expect.element(main.getByText('Location enabled', { exact: true })).toHaveFocus()
  await isGone(page.getByText(ASKING))
  await sees('San Francisco', /^We search near your device's last location\./)

  deviceIs({ latitude: 41.26, longitude: -95.93 })
  await button('Renew location').click()
  await sees('Location renewed')
  await button('Switch off location').click()
  await sees('Location switched off')
  await expect.element(main.getByText('San Francisco', { exact: true })).toHaveFocus()
  await sees('For now, sniffing starts in the middle of San Francisco.')

  // Whoever saves their city is searched there, also if it is the one that they have.
  await button('Enable Location').click()
  await isSeen(main.getByText('Location enabled', { exact: true }))
  // The toast is above the next button, and stays while the mouse is over it.
  shownToast.set(null)
  await button('Change city').click()
  await button('Save city').click()
  await sees('For now, sniffing starts in the middle of San Francisco.')
  const [enabled, renewed] = [
    { lat: 37.77, lng: -122.42 },
    { lat: 41.26, lng: -95.93 },
  ]
  const off = { lat: null, lng: null }
  expect(network.calls('location.set')).toEqual([enabled, enabled, renewed, off, renewed, off])
})

test('without coordinates the card says that sniffing uses the city, and one that is unknown is asked about before it is saved', async () => {
  await openProfile({ city: 'Xyzzyville' }, 'none')
  await sees(/^We don't know “Xyzzyville”\. For now, you see dogs from everywhere/)
  await button('Change city').click()
  await button('Cancel').click()
  await expect.element(button('Change city')).toHaveFocus()
  const city = page.getByRole('combobox', { name: 'City' })
  const save = async (name: string) => {
    await button('Change city').click()
    await city.fill(name)
    await userEvent.keyboard('{Escape}')
    await button('Save city').click()
  }
  const which = page.getByRole('heading', { name: 'Which city?' })
  await save('Oakland')
  await sees('For now, sniffing starts in the middle of Oakland.')
  await expect.element(button('Change city')).toHaveFocus()
  await dismissed()

  await save('Georgia')
  await expect.element(which).toHaveFocus()
  await city.fill('Georgi')
  await isGone(which)
  await button('Cancel').click()
  await save('Georgia')
  await button('Atlanta, Georgia').click()
  await sees('For now, sniffing starts in the middle of Atlanta, Georgia.')
  await dismissed()
  await save('Georgia')
  await button('Keep it anyway').click()
  await sees('For now, sniffing starts in the middle of Georgia.')
  expect(network.calls('location.set')).toEqual(
    ['Oakland', 'Atlanta, Georgia', 'Georgia'].map(city => ({ city, lat: null, lng: null })),
  )
})

test('while impersonating the city and the location are the admin’s own', async () => {
  await openProfile({ role: 'admin', isImpersonating: true, city: 'Oslo' }, 'location')
  await sees('Oslo', ASKING)
  expect(page.getByText(/sniffing starts/).query()).toBeNull()
})
