import type { AdminPark, Park } from '@barkyard/domain/schemas/park'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { anAdmin } from '../../testing/admin-panel.ts'
import { network } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPage, aPreferences } from '../../testing/quiet-yard.ts'
import { anOwner, aPark } from '../../testing/rows.ts'
import { button, isAt, isGone, pressOn, says, sees } from '../../testing/seen.ts'
import type { Inputs } from '../../trpc.ts'

const HOME = { lat: 41.9293, lng: -87.6543 }
const aSuggestion = (fields: Partial<AdminPark> = {}): AdminPark => ({
  ...aPark({ id: 'park-1', name: 'Wiggly Field', ...HOME, source: 'owner', distance: 1 }),
  version: 1,
  state: 'waiting',
  reason: null,
  ...fields,
})

test('an owner suggests a park by moving the map, and sees what is listed there and what came of it', async () => {
  const mine = [aSuggestion({ id: 'refused', name: 'My garden', state: 'closed', reason: 'It is a home' })]
  const oldest = aSuggestion({ id: 'oldest', name: 'Old Park' })
  const beside: Park = aSuggestion({ id: 'near', name: 'Noethling Park', lat: HOME.lat + 0.0005, state: 'open' })
  await open('/parks/suggest', {
    user: anOwner({ ...HOME, emailVerified: false }),
    reducedMotion: true,
    answers: {
      'parks.mine': asked =>
        (asked as { cursor?: string }).cursor ? aPage(oldest) : { ...aPage(...mine), nextCursor: 'older' },
      'parks.list': aPage(beside, aSuggestion({ id: 'far', name: 'Far Park', lat: HOME.lat + 0.01 })),
      'parks.suggest': (input: Inputs['parks']['suggest']) => {
        mine.unshift(aSuggestion({ name: input.name }))
        return aSuggestion()
      },
    },
  })
  await sees('Noethling Park, 56 m away', /^Please confirm your e-mail address first/)
  network.change({ 'preferences.get': aPreferences({ units: 'mi' }) })
  await sees('Noethling Park, 182 ft away')
  await isGone(page.getByText('Far Park'))
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
  await pressOn(map, '{ArrowRight}')
  await isGone(page.getByText('Move the map to the park first.'))
  await page.getByLabelText('Is it fenced?').selectOptions('Yes')
  await button('Suggest this park').click()
  await sees('Thank you')
  // The form is empty for the next one.
  await expect.element(page.getByLabelText('Name')).toHaveValue('')
  const facts = { fenced: true, water: null, smallDogs: null, leash: null }
  const sent = network.calls('parks.suggest')
  expect(sent).toEqual([{ name: 'Wiggly Field', lat: expect.closeTo(HOME.lat, 3), lng: expect.any(Number), facts }])
  expect(sent[0]?.lng).toBeGreaterThan(HOME.lng)
  await says(page.getByRole('listitem').filter({ hasText: 'Wiggly Field' }), 'Waiting')
  // One that is not sent is not lost without a word.
  await page.getByLabelText('Name').fill('Half')
  await page.getByRole('link', { name: 'Back to playdates' }).click()
  await sees('Leave without suggesting it?')
  await button('Leave').click()
  await isAt('/playdates')
})

test('a moderator refuses with a reason, and approves what they have corrected', async () => {
  let waiting = [aSuggestion({ id: 'one', name: 'My house' }), aSuggestion({ id: 'two', name: 'wigly feild' })]
  await open('/admin/parks', {
    user: anAdmin({ role: 'moderator' }),
    reducedMotion: true,
    answers: {
      'admin.verifications': aPage(),
      'admin.parks': () => aPage(...waiting),
      'parks.list': aPage(),
      'admin.editPark': ({ id, version }: Inputs['admin']['editPark']) => aSuggestion({ id, version: version + 1 }),
      'admin.decidePark': (input: Inputs['admin']['decidePark']) => {
        waiting = waiting.filter(({ id }) => id !== input.id)
        return aSuggestion({ state: input.approve ? 'open' : 'closed' })
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
