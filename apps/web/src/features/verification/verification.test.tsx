import type { AdminVerification, Verification } from '@barkyard/domain/schemas/verification'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paced } from '../../lib/refresh-soon.ts'
import { anAdmin, panelOf } from '../../testing/admin-panel.ts'
import { network } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { isGone, sees } from '../../testing/seen.ts'
import { photoFile } from '../../testing/uploads.ts'
import type { Inputs } from '../../trpc.ts'

const biscuit = aDog({ name: 'Biscuit', photos: [aPhoto()] })
const CODE = 'four words on paper'
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog')

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

/** Every upload arrives, and is answered by `{}`. */
const uploadsArrive = (then: () => void) =>
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    then()
    Object.defineProperties(this, { status: { value: 200 }, responseText: { value: '{}' } })
    this.dispatchEvent(new ProgressEvent('load'))
  })

test('an owner asks for a check, finds the same words later, sends the photo, and takes it back', async () => {
  const become = (check: Verification) => {
    network.answer({ 'verifications.list': aPage(check) })
    network.emit({ type: 'reports' })
    return check
  }
  uploadsArrive(() => become(aCheck({ state: 'waiting', version: 2 })))
  await open('/profile', {
    user: anOwner({ dog: biscuit }),
    answers: {
      'verifications.start': () => become(aCheck()),
      'verifications.withdraw': () => {
        const former = aCheck({ id: 'former', state: 'refused', reason: 'Too dark' })
        network.answer({ 'verifications.list': aPage(aCheck({ state: 'withdrawn' }), former) })
        return { ok: true }
      },
    },
  })
  const card = page.getByRole('region', { name: 'Checked by a moderator' })
  await card.getByRole('button', { name: 'Get checked: photo' }).click()
  await expect.element(dialog.getByText(CODE, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await card.getByRole('button', { name: 'Continue: photo' }).click()
  await expect.element(dialog.getByText(CODE, { exact: true })).toBeVisible()
  await dialog.getByLabelText('Choose the photo').upload(await photoFile('paper.png'))
  await expect.element(dialog.getByText(/^A moderator will look at this photo\./)).toHaveFocus()
  await expect
    .element(dialog.getByRole('img', { name: 'What you sent about Biscuit' }))
    .toHaveAttribute('src', '/api/verifications/check/evidence?version=2')
  await expect.element(card.getByText('Sent. A moderator will look at it.')).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await sees('Your photo was deleted.')
  // What was before it counts again.
  await expect.element(card.getByText('Not approved: Too dark')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Try again: photo' })).toBeVisible()
  expect(network.calls('verifications.withdraw')).toEqual([{ id: 'check' }])
})

test('the card says how it stands with each check, and what there is to do', async () => {
  const unphotographed = { ...biscuit, photos: [] }
  const photo = (photo: boolean) => ({ ...biscuit, verified: { photo, vaccinatedUntil: null } })
  const record = (fields: Partial<Verification>) => aCheck({ kind: 'vaccination', ...fields })
  await open('/profile', { user: anOwner({ dog: biscuit }) })
  for (const [dog, check, words, button] of [
    [unphotographed, null, 'Add a photo of Biscuit first.', null],
    [biscuit, record({ state: 'refused', reason: 'Not readable' }), 'Not approved: Not readable', 'Try again'],
    [
      { ...biscuit, verified: { photo: false, vaccinatedUntil: '2099-06-01' } },
      record({ state: 'approved', expiresOn: '2099-06-01' }),
      'Vaccination record seen, good until Jun 1, 2099.',
      'Send a newer record',
    ],
    [
      biscuit,
      record({ state: 'approved', expiresOn: '2020-06-01' }),
      'The record ran out on Jun 1, 2020.',
      'Send a newer record',
    ],
    [
      photo(true),
      aCheck({ state: 'approved' }),
      'Photo checked. The badge stays until the main photo or the breed changes.',
      null,
    ],
    [
      photo(false),
      aCheck({ state: 'approved' }),
      'The check ended, because the main photo or the breed changed.',
      'Get checked again',
    ],
  ] as const) {
    network.answer({ 'auth.user': anOwner({ dog }), 'verifications.list': check ? aPage(check) : aPage() })
    // Not a second after the last.
    paced.clear()
    network.emit({ type: 'refresh' })
    await sees(words)
    if (button) await expect.element(page.getByRole('button', { name: new RegExp(`^${button}: `) })).toBeVisible()
  }
})

test('a moderator says why not, or until when, and learns of what changes under their eyes', async () => {
  const owner = { id: 'owner', firstName: 'Cleo', lastName: 'Park', email: 'cleo@example.test' }
  const waits = (fields: Partial<Verification>): AdminVerification => ({ ...aCheck(fields), state: 'waiting', owner })
  let waiting = [
    waits({ id: 'one', kind: 'vaccination' }),
    waits({ id: 'two', kind: 'vaccination' }),
    waits({ id: 'three' }),
  ]
  const sent: Inputs['admin']['decideVerification'][] = []
  await open('/admin/checks', {
    user: anAdmin(),
    answers: {
      ...panelOf([], []),
      'dogs.get': aNeighbour(biscuit),
      'admin.verifications': () => aPage(...waiting),
      'admin.decideVerification': input => {
        sent.push(input)
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
  await expect.element(view.getByText(CODE)).toBeVisible()
  for (const picture of ['Main photo', 'What the owner sent'])
    await expect.element(view.getByRole('img', { name: picture })).toBeInTheDocument()
  waiting = []
  network.emit({ type: 'reports' })
  await expect.element(view.getByText(/^This check is no longer waiting/)).toBeVisible()
  await isGone(view.getByRole('button', { name: 'Approve' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'Checks', exact: true })).toHaveFocus()
  expect(
    sent.map(({ id, version, approve, expiresOn, reason }) => [id, version, approve, expiresOn ?? reason]),
  ).toEqual([
    ['one', 1, false, 'The last day is not readable'],
    ['two', 2, true, '2099-06-01'],
  ])
})
