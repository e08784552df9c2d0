import type { AdminVerification, Verification } from '@barkyard/domain/schemas/verification'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paced } from '../../lib/refresh-soon.ts'
import { anAdmin, panelOf } from '../../testing/admin-panel.ts'
import { network, writes } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { button, dialog, isGone, isSeen, says, sees } from '../../testing/seen.ts'
import { answerUploads, photoFile } from '../../testing/uploads.ts'

const biscuit = aDog({ name: 'Biscuit', photos: [aPhoto()] })
const CODE = 'four words on paper'

const aCheck = (fields: Partial<Verification> = {}): Verification => ({
  id: 'check',
  version: 1,
  dogId: biscuit.id,
  kind: 'photo',
  state: 'open',
  code: fields.kind === 'vaccination' ? null : CODE,
  reason: null,
  expiresOn: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  ...fields,
})

test('an owner asks for a check, finds the same words later, sends the photo, and takes it back', async () => {
  const become = (check: Verification) => {
    network.answer({ 'verifications.list': aPage(check) })
    network.emit({ type: 'reports' })
    return check
  }
  answerUploads(() => ({ status: 200, body: become(aCheck({ state: 'waiting', version: 2 })) }))
  const former = aCheck({ id: 'former', state: 'refused', reason: 'Too dark' })
  await open('/profile', {
    user: anOwner({ dog: biscuit }),
    viewport: PHONE,
    answers: {
      'verifications.start': () => become(aCheck()),
      'verifications.withdraw': writes({ 'verifications.list': aPage(aCheck({ state: 'withdrawn' }), former) }),
    },
  })
  const card = page.getByRole('region', { name: 'Checked by a moderator' })
  await card.getByRole('button', { name: 'Get checked: photo' }).click()
  await isSeen(dialog.getByText(CODE, { exact: true }))
  expect(document.documentElement.scrollWidth).toBe(PHONE[0])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await card.getByRole('button', { name: 'Continue: photo' }).click()
  await isSeen(dialog.getByText(CODE, { exact: true }))
  await dialog.getByLabelText('Choose the photo').upload(await photoFile('paper.png'))
  await expect.element(dialog.getByText(/^A moderator will look at this photo\./)).toHaveFocus()
  await expect
    .element(dialog.getByRole('img', { name: 'What you sent about Biscuit' }))
    .toHaveAttribute('src', '/api/verifications/check/evidence?version=2')
  await expect.element(card.getByText('Sent. A moderator will look at it.')).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await sees('Your photo was deleted.')
  // What was before it counts again.
  await isSeen(card.getByText('Not approved: Too dark'), card.getByRole('button', { name: 'Try again: photo' }))
  expect(network.calls('verifications.withdraw')).toEqual([{ id: 'check' }])
})

test('the card says how it stands with each check, and what there is to do', async () => {
  const refused = aCheck({ kind: 'vaccination', state: 'refused', reason: 'Not readable' })
  const until = (expiresOn: string) => aCheck({ kind: 'vaccination', state: 'approved', expiresOn })
  const checked = aCheck({ state: 'approved' })
  const unphotographed = { ...biscuit, photos: [] }
  const vaccinated = { ...biscuit, verified: { photo: false, vaccinatedUntil: '2099-06-01' } }
  const badged = { ...biscuit, verified: { photo: true, vaccinatedUntil: null } }
  await open('/profile', { user: anOwner({ dog: biscuit }) })
  for (const [dog, check, words, next] of [
    [unphotographed, null, 'Add a photo of Biscuit first.', null],
    [biscuit, refused, 'Not approved: Not readable', 'Try again'],
    [vaccinated, until('2099-06-01'), 'Vaccination record seen, good until Jun 1, 2099.', 'Send a newer record'],
    [biscuit, until('2020-06-01'), 'The record ran out on Jun 1, 2020.', 'Send a newer record'],
    [badged, checked, 'Photo checked. The badge stays until the main photo or the breed changes.', null],
    [biscuit, checked, 'The check ended, because the main photo or the breed changed.', 'Get checked again'],
  ] as const) {
    network.answer({ 'auth.user': anOwner({ dog }), 'verifications.list': check ? aPage(check) : aPage() })
    // Not a second after the last.
    paced.clear()
    network.emit({ type: 'refresh' })
    await sees(words)
    if (next) await isSeen(button(new RegExp(`^${next}: `)))
  }
})

test('a moderator says why not, or until when, and learns of what changes under their eyes', async () => {
  const owner = { id: 'owner', firstName: 'Cleo', lastName: 'Park', email: 'cleo@example.test' }
  const waits = (fields: Partial<Verification>): AdminVerification => ({ ...aCheck(fields), state: 'waiting', owner })
  const record = (id: string) => waits({ id, kind: 'vaccination' })
  let waiting = [record('one'), record('two'), waits({ id: 'three' })]
  const decided: AdminVerification[] = [{ ...aCheck({ state: 'approved' }), owner }]
  await open('/admin/checks', {
    user: anAdmin(),
    answers: {
      ...panelOf([], []),
      'dogs.get': aNeighbour(biscuit),
      'admin.verifications': ({ state }) => aPage(...(state === 'decided' ? decided : waiting)),
      'admin.decideVerification': input => {
        waiting = waiting.filter(({ id }) => id !== input.id)
        return { ...aCheck({ state: input.approve ? 'approved' : 'refused' }), owner }
      },
    },
  })
  const row = (kind: string) => button(new RegExp(`^Biscuit: ${kind}`)).first()
  const view = page.getByRole('dialog', { name: 'Check' })
  await row('vaccination record').click()
  await view.getByRole('button', { name: 'Refuse' }).click()
  await sees('Say what is missing, so that the owner can try again.')
  await view.getByLabelText(/^Reason/).fill('The last day is not readable')
  await view.getByRole('button', { name: 'Refuse' }).click()
  await isGone(view)

  await row('vaccination record').click()
  await view.getByRole('button', { name: 'Approve' }).click()
  await sees('Until when is the vaccination good?')
  const day = view.getByLabelText('Last day of the vaccination')
  await day.fill('2099-06-01')
  // The owner sends a better photo meanwhile: it is looked at before the decision.
  waiting = waiting.map(one => ({ ...one, version: 2 }))
  network.emit({ type: 'reports' })
  await sees('The photo or the dog has changed since you opened this. Look again.')
  await expect.element(day).toHaveValue('2099-06-01')
  await view.getByRole('button', { name: 'Approve' }).dblClick()
  await isGone(view)

  await row('photo').click()
  await isSeen(view.getByText(CODE))
  for (const picture of ['Main photo', 'What the owner sent'])
    await expect.element(view.getByRole('img', { name: picture })).toBeInTheDocument()
  waiting = []
  network.emit({ type: 'reports' })
  await isSeen(view.getByText(/^This check is no longer waiting/))
  await isGone(view.getByRole('button', { name: 'Approve' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'Checks', exact: true })).toHaveFocus()
  await page.getByRole('radio', { name: 'Decided' }).click()
  await says(row('photo'), 'Approved')
  expect(network.calls('admin.decideVerification')).toMatchObject([
    { id: 'one', version: 1, approve: false, reason: 'The last day is not readable' },
    { id: 'two', version: 2, approve: true, expiresOn: '2099-06-01' },
  ])
})
