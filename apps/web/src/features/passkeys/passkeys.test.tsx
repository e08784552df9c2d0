import type { Passkey } from '@barkyard/domain/schemas/passkey'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { held, network, refuses } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { anOwner } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, says, sees } from '../../testing/seen.ts'

const user = anOwner({ dog: null })
const createdAt = '2026-11-01T12:00:00.000Z'
const phone: Passkey = { id: 'phone', name: 'My phone', createdAt, lastUsedAt: null }
const key: Passkey = { id: 'key', name: 'Old key', createdAt, lastUsedAt: createdAt, locked: true }
const card = page.getByRole('region', { name: 'Passkeys', exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

test('passkeys are listed, removed after a sign-in with one, and required', async () => {
  const edited = () => ({ ...user, requirePasskey: true }) as typeof user
  const answers = {
    'passkeys.list': [phone, key],
    'passkeys.remove': refuses('sign-in-again'),
    'account.edit': edited,
  }
  await open('/settings/account', { user, answers })
  await isSeen(card.getByText('Added Nov 1, 2026 · never used'))
  await isSeen(card.getByText('locked', { exact: true }))
  await card.getByRole('button', { name: 'Remove My phone' }).click()
  const asks = dialog('Remove My phone?')
  await asks.getByRole('button', { name: 'Remove' }).click()
  // The account has a passkey that works, so the password does not do.
  const isYou = dialog('Is it you?')
  await isSeen(isYou.getByRole('button', { name: 'Use a passkey' }))
  expect(isYou.getByLabelText('Password', { exact: true }).query()).toBeNull()
  await isYou.getByRole('button', { name: 'Cancel' }).click()
  await isGone(isYou)
  network.answer({ 'passkeys.remove': refuses('last-passkey') })
  await card.getByRole('button', { name: 'Remove My phone' }).click()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const confirm = asks.getByRole('button', { name: 'Remove' })
  await confirm.click()
  await sees(/^This is the last passkey that works/)
  // It fades out for as long as the clock stands, and its button can still be clicked.
  ;(confirm.element() as HTMLElement).click()
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await isGone(asks)
  await card.getByRole('checkbox', { name: /^Require a passkey/ }).click()
  await sees('A passkey is required now')
  expect(network.calls('account.edit')).toEqual([{ requirePasskey: true }])
  expect(network.calls('passkeys.remove')).toEqual([{ id: 'phone' }, { id: 'phone' }])
})

test('a passkey needs a name, and a sign-in where there is none yet; the token of the operator’s link goes with it, until one is added', async () => {
  const list = held<Passkey[]>()
  const answers = { 'passkeys.list': () => list.promise, 'passkeys.options': refuses('sign-in-again') }
  await open('/settings/account?token=abc', { user, answers })
  await isSeen(card)
  // It would move away under the finger when the list comes.
  expect(card.getByRole('button').query()).toBeNull()
  list.resolve([])
  const name = card.getByRole('textbox', { name: 'Name of the passkey' })
  const add = card.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await expect.element(name).toHaveAccessibleDescription('Please name the passkey')
  await expect.element(name).toHaveFocus()
  await name.fill('My phone')
  await add.click()
  const asks = dialog('Is it you?')
  const password = asks.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  await asks.getByRole('button', { name: 'Continue' }).click()
  await expect.element(password).toHaveAccessibleDescription('Please enter your password')
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await isGone(asks)

  network.answer({ 'passkeys.options': refuses('dead-link'), 'passkeys.list': [] })
  await add.click()
  await says(page.getByRole('alert').first(), /link/)
  // An authenticator that makes one.
  const response = { attestationObject: new ArrayBuffer(1), clientDataJSON: new ArrayBuffer(1) }
  const credential = { id: 'a', rawId: new ArrayBuffer(1), type: 'public-key', response }
  const made = { ...credential, getClientExtensionResults: () => ({}) }
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue(made as never)
  const rp = { name: 'Barkyard', id: 'localhost' }
  const asked = { challenge: 'AAAA', rp, user: { id: 'AAAA', name: 'a', displayName: 'a' }, pubKeyCredParams: [] }
  network.answer({ 'passkeys.options': asked as never, 'passkeys.add': phone })
  await add.click()
  await sees('Passkey added')
  expect(network.calls('passkeys.options')).toEqual(Array(3).fill({ link: 'abc' }))
  expect(network.calls('passkeys.add')).toMatchObject([{ link: 'abc' }])
  await isAt('/settings/account')
})

test('the demo’s accounts, and addresses without a domain, have no passkeys', async () => {
  const setup = { hasPassword: true, isDemo: true, sendsMail: true, passkeys: true }
  await open('/settings/account', { user, answers: { 'account.setup': setup } })
  await sees(/can't have a passkey/)
  expect(card.getByRole('button').query()).toBeNull()
})
