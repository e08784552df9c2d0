import type { AdminPark, Park } from '@barkyard/domain/schemas/park'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anAdmin } from '../../testing/admin-panel.ts'
import { network } from '../../testing/network-links.ts'
import { address, open } from '../../testing/open.tsx'
import { aPage, aPreferences } from '../../testing/quiet-yard.ts'
import { anOwner } from '../../testing/rows.ts'
import { says, sees } from '../../testing/seen.ts'
import type { Inputs } from '../../trpc.ts'

const HOME = { lat: 41.9293, lng: -87.6543 }
const aPark = (fields: Partial<AdminPark> = {}): AdminPark => ({
  id: 'park-1',
  name: 'Wiggly Field',
  ...HOME,
  address: '',
  timeZone: 'America/Chicago',
  facts: { fenced: true, water: null, smallDogs: null, leash: 'off' },
  source: 'owner',
  attribution: null,
  distance: 1,
  closed: false,
  version: 1,
  state: 'waiting',
  reason: null,
  ...fields,
})
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('an owner suggests a park by moving the map, and sees what is listed there and what came of it', async () => {
  const mine = [aPark({ id: 'refused', name: 'My garden', state: 'closed', reason: 'It is a home' })]
  const oldest = aPark({ id: 'oldest', name: 'Old Park' })
  const beside: Park = aPark({ id: 'near', name: 'Noethling Park', lat: HOME.lat + 0.0005, state: 'open' })
  await open('/parks/suggest', {
    user: anOwner({ ...HOME, emailVerified: false }),
    reducedMotion: true,
    answers: {
      'parks.mine': asked =>
        (asked as { cursor?: string }).cursor ? aPage(oldest) : { ...aPage(...mine), nextCursor: 'older' },
      'parks.list': aPage(beside, aPark({ id: 'far', name: 'Far Park', lat: HOME.lat + 0.01 })),
      'parks.suggest': (input: Inputs['parks']['suggest']) => {
        mine.unshift(aPark({ name: input.name }))
        return aPark()
      },
    },
  })
  await sees('Noethling Park, 56 m away')
  await sees(/^Please confirm your e-mail address first/)
  network.answer({ 'preferences.get': aPreferences({ units: 'mi' }) })
  network.emit({ type: 'refresh' })
  await sees('Noethling Park, 182 ft away')
  await expect.element(page.getByText('Far Park')).not.toBeInTheDocument()
  await sees('A home cannot be a park')
  await says(page.getByRole('listitem').filter({ hasText: 'My garden' }), /Not listed.*It is a home/)
  await button('Show more suggestions').click()
  await sees('Old Park')
  await button('Suggest this park').click()
  await sees('What is the park called?')
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  await page.getByLabelText('Name').fill('Wiggly Field')
  await button('Suggest this park').click()
  await sees('Move the map to the park first.')
  const map = page.getByRole('region', { name: /^Map of the place/ })
  ;(map.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('Move the map to the park first.')).not.toBeInTheDocument()
  await page.getByLabelText('Is it fenced?').selectOptions('Yes')
  await button('Suggest this park').click()
  await sees('Thank you')
  // The form is empty for the next one.
  await expect.element(page.getByLabelText('Name')).toHaveValue('')
  const facts = { fenced: true, water: null, smallDogs: null, leash: null }
  const sent = network.calls('parks.suggest')
  expect(sent).toEqual([{ name: 'Wiggly Field', lat: expect.closeTo(HOME.lat, 3), lng: expect.any(Number), facts }])
  expect(sent[0]?.lng).toBeGreaterThan(HOME.lng)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Wiggly Field' })).toHaveTextContent('Waiting')
  // One that is not sent is not lost without a word.
  await page.getByLabelText('Name').fill('Half')
  await page.getByRole('link', { name: 'Back to playdates' }).click()
  await sees('Leave without suggesting it?')
  await button('Leave').click()
  await expect.poll(address).toBe('/playdates')
})

test('a moderator refuses with a reason, and approves what they have corrected', async () => {
  let waiting = [aPark({ id: 'one', name: 'My house' }), aPark({ id: 'two', name: 'wigly feild' })]
  await open('/admin/parks', {
    user: anAdmin({ role: 'moderator' }),
    reducedMotion: true,
    answers: {
      'admin.verifications': aPage(),
      'admin.parks': () => aPage(...waiting),
      'parks.list': aPage(),
      'admin.editPark': ({ id, version }: Inputs['admin']['editPark']) => aPark({ id, version: version + 1 }),
      'admin.decidePark': (input: Inputs['admin']['decidePark']) => {
        waiting = waiting.filter(({ id }) => id !== input.id)
        return aPark({ state: input.approve ? 'open' : 'closed' })
      },
    },
  })
  await page.getByRole('button', { name: /^My house/ }).click()
  await button('Refuse').click()
  await sees('Say why, so that the owner understands.')
  await page.getByLabelText(/^Reason/).fill('This is a home')
  await button('Refuse').click()
  await sees('Refused')
  await page.getByRole('button', { name: /^wigly/ }).click()
  await page.getByRole('dialog').getByLabelText('Name').fill('Wiggly Field')
  await button('Approve').click()
  await sees('Approved')
  expect(network.calls('admin.editPark')).toMatchObject([{ id: 'two', version: 1, name: 'Wiggly Field' }])
  expect(network.calls('admin.decidePark')).toEqual([
    { id: 'one', version: 1, approve: false, reason: 'This is a home' },
    { id: 'two', version: 2, approve: true, reason: '' },
  ])
  await sees('No suggestion waits.')
})
