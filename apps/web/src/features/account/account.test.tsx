import type { Session } from '@barkyard/domain/schemas/account'
import type { Token } from '@barkyard/domain/schemas/token'
import type { Webhook, WebhookDelivery } from '@barkyard/domain/schemas/webhook'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { network, refuses, writes } from '../../testing/network-links.ts'
import { goTo, open } from '../../testing/open.tsx'
import { anOwner } from '../../testing/rows.ts'
import { button, isAt, isGone, isSeen, says, sees, texts } from '../../testing/seen.ts'
import type { Inputs } from '../../trpc.ts'

const user = anOwner({ firstName: 'Robin', lastName: '', dog: null })
const done = { ok: true } as const
const NOW = new Date().toISOString()
const card = (name: string) => page.getByRole('region', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const wrongPassword = refuses('wrong-password')

test('an owner without a dog finds the groups, goes from one to the next, and changes their name', async () => {
  const rename = (names: Inputs['account']['edit']) => ({ ...user, ...names }) as typeof user
  await open('/my-dogs', { user, answers: { 'account.edit': rename } })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus()
  await says(page.getByRole('heading', { level: 2 }).last(), /^Settings Coming Soon$/)
  expect(page.getByText(/coming soon/i).elements()).toHaveLength(1)
  const groups = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  const names = () => groups.elements().map(one => one.querySelector('.bold')?.textContent)
  const all = ['Account', 'Notifications', 'Privacy and safety', "Your dogs' searches", 'For developers']
  await expect.poll(names).toEqual(all)
  // Each loads only what it shows.
  expect(network.calls('account.sessions')).toEqual([])
  await groups.nth(2).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy and safety' })).toHaveFocus()
  // On a desktop the index stands beside the group.
  await expect.element(groups.nth(2)).toHaveAttribute('aria-current', 'page')
  await groups.first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Account' })).toHaveFocus()
  await isAt('/settings/account')
  const cards = ['Name and sign-in', 'Passkeys', "Where you're signed in", 'Your data']
  await expect.poll(() => texts(page.getByRole('heading', { level: 2 }))).toEqual(cards)
  expect(network.calls('tokens.list')).toEqual([])

  const name = card('Name and sign-in').getByLabelText('First name')
  await name.fill('  ')
  await button('Save name').click()
  await expect.element(name).toHaveAccessibleDescription('Please enter your first name')
  await expect.element(name).toHaveFocus()
  // The account has no last name, and none is required.
  await name.fill('Kim')
  await userEvent.keyboard('{Enter}')
  await sees('Name saved')
  expect(network.calls('account.edit')).toEqual([{ firstName: 'Kim' }])
})

test('a new password is judged as it is typed, another address gets a link, and errors stand at their fields', async () => {
  const answers = { 'account.changePassword': wrongPassword, 'account.changeEmail': wrongPassword }
  await open('/settings/account', { user, answers })
  await button('Change password').click()
  const form = dialog('Change password')
  const current = form.getByRole('textbox', { name: 'Current password' })
  const password = form.getByRole('textbox', { name: 'New password' })
  const submit = form.getByRole('button', { name: 'Change password' })
  await expect.element(current).toHaveFocus()
  await expect.element(current).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password')
  // A shown password is text, and a browser keeps the text of a field for Back, but not without autocomplete.
  const show = form.getByRole('button', { name: 'Show new password' })
  await show.click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveAttribute('autocomplete', 'off')
  await show.click()
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password')

  await password.fill('Password1')
  await sees(/^Too many people use this password/)
  await current.fill('not my password')
  await submit.click()
  await expect.element(password).toHaveAccessibleDescription(/^Too many people use this password/)
  await expect.element(password).toHaveFocus()
  await password.fill('four tired wet paws')
  await sees('Good')
  await submit.click()
  await expect.element(current).toHaveAccessibleDescription('Wrong password')
  await expect.element(current).toHaveFocus()
  network.answer({ 'account.changePassword': done })
  await userEvent.keyboard('{Enter}')
  await sees("Other devices, access tokens, your calendar's address and webhooks have ended.")
  await isGone(form)
  await expect.element(button('Change password')).toHaveFocus()

  await button('Change e-mail').click()
  const other = dialog('Change e-mail')
  const email = other.getByRole('textbox', { name: 'New e-mail' })
  const own = other.getByRole('textbox', { name: 'Password' })
  const send = other.getByRole('button', { name: 'Send the link' })
  await expect.element(email).toHaveFocus()
  await email.fill('taken@example.test')
  await own.fill('not my password')
  await send.click()
  await expect.element(own).toHaveAccessibleDescription('Wrong password')
  network.answer({ 'account.changeEmail': refuses('email-taken') })
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Another account has this address')
  network.answer({ 'account.changeEmail': done })
  await email.fill('new@example.test')
  await send.click()
  await expect.element(other.getByText(/^We sent a link to new@example\.test/)).toHaveFocus()
})

test('other devices are signed out one by one or all at once', async () => {
  const lately = new Date(Date.now() - 20 * 60 * 60 * 1000).toISOString()
  const session = (id: string, device: string, lastUsedAt = lately): Session => {
    return { id, device, current: id === 'this', createdAt: NOW, lastUsedAt }
  }
  const all = [
    session('this', 'Chrome on Linux'),
    session('phone', 'Safari on iPhone'),
    session('a', 'Firefox on Windows', '2026-11-02T12:00:00.000Z'),
    session('b', 'Edge on Windows'),
  ]
  const keep = (isKept: (one: Session) => boolean) => {
    network.answer({ 'account.sessions': all.filter(one => one.id !== 'phone' && isKept(one)) })
    return done
  }
  const answers = {
    'account.sessions': all,
    'account.endSession': () => keep(() => true),
    // One of them has signed in again meanwhile.
    'account.endOtherSessions': () => keep(one => one.current || one.id === 'b'),
  }
  await open('/settings/account', { user, answers })
  const sessions = card("Where you're signed in")
  const rows = sessions.getByRole('listitem')
  await says(rows.first(), 'This device')
  // A use is stored once a day at most: no hour is known.
  await says(rows.nth(2), 'Last used Nov 2, 2026')
  await sessions.getByRole('button', { name: 'Sign out Safari on iPhone, used in the last 24 hours' }).click()
  await sees('Signed out on that device')
  await expect.element(sessions.getByRole('heading')).toHaveFocus()
  expect(network.calls('account.endSession')).toEqual([{ id: 'phone' }])
  await sessions.getByRole('button', { name: 'Sign out all 2 others' }).click()
  await sees('Signed out everywhere else')
  await expect.poll(() => rows.elements().length).toBe(2)
  await isGone(sessions.getByRole('button', { name: /^Sign out all/ }))
})

test('a token is created, shown once, copied and revoked', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const unused = { createdAt: NOW, expiresAt: null, lastUsedOn: null }
  const token: Token = { id: 'token', name: 'dashboard', isAdmin: false, scopes: ['read'], ...unused }
  const create = ({ expiresAt = null }: Inputs['tokens']['create']) => {
    network.answer({ 'tokens.list': [{ ...token, expiresAt }] })
    return { ...token, expiresAt, token: 'secret' }
  }
  const revoke = writes({ 'tokens.list': [] })
  await open('/settings/developers', { user, answers: { 'tokens.create': create, 'tokens.revoke': revoke } })
  const tokens = card('Access tokens')
  await tokens.getByRole('button', { name: 'Create token' }).click()
  const name = tokens.getByLabelText('Name of the token')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription('Please name the token')
  // Admin rights are offered to admins alone.
  expect(tokens.getByRole('checkbox').elements()).toHaveLength(1)
  await name.fill('dashboard')
  await tokens.getByLabelText(/^It may make changes/).click()
  await tokens.getByLabelText('Expires').selectOptions('In 30 days')
  await tokens.getByRole('button', { name: 'Create token' }).click()
  await expect.element(tokens.getByLabelText('Your new token')).toHaveFocus()
  const [asked] = network.calls('tokens.create')
  expect(asked).toMatchObject({ name: 'dashboard', scopes: ['read'] })
  expect((Date.parse(asked?.expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
  // Without https there is no clipboard: the text is selected for the keyboard.
  const field = tokens.getByLabelText('Your new token').element() as HTMLInputElement
  field.setSelectionRange(0, 0)
  const clipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  await tokens.getByRole('button', { name: 'Copy token' }).click()
  await expect.poll(() => field.selectionEnd).toBe('secret'.length)
  clipboard.mockRestore()
  await tokens.getByRole('button', { name: 'Copy token' }).click()
  await sees('Token copied')
  expect(copied).toHaveBeenCalledWith('secret')
  await tokens.getByRole('button', { name: 'Done' }).click()
  await expect.element(tokens.getByRole('heading')).toHaveFocus()
  await says(tokens.getByRole('listitem'), /dashboard.*Reads only · ends \w+ \d+, \d{4}.*never used/)
  await tokens.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await isGone(tokens.getByRole('listitem'))
  await expect.element(tokens.getByRole('heading')).toHaveFocus()
  network.answer({ 'auth.user': anOwner({ role: 'moderator' }), 'tokens.list': [{ ...token, isAdmin: true }] })
  await refreshSoon()
  await says(tokens.getByRole('listitem'), /^dashboard moderator/)
})

test('a webhook that was switched off is tested, and deleted', async () => {
  const webhook: Webhook = {
    id: 'webhook',
    url: 'https://dash.example/hook?key=1',
    events: ['message', 'walk'],
    createdAt: NOW,
    disabledAt: '2026-07-01T12:00:00Z',
  }
  const remove = writes({ 'webhooks.list': [] })
  const unsent = { state: 'waiting', attempts: 0, status: null, error: null, attemptedAt: null } as const
  const sent: WebhookDelivery = { id: 'delivery', type: 'test', createdAt: NOW, ...unsent }
  const answers = { 'webhooks.list': [webhook], 'webhooks.test': sent, 'webhooks.delete': remove }
  await open('/settings/developers', { user, answers })
  const webhooks = card('Webhooks')
  await says(webhooks.getByRole('listitem'), /^dash\.example.*Switched off Jul 1, 2026.*message, walk/)
  await webhooks.getByRole('button', { name: 'Send a test to dash.example' }).click()
  await sees('Test sent')
  // Once it has accepted the test it is on.
  network.answer({ 'webhooks.list': [{ ...webhook, disabledAt: null }] })
  await says(webhooks.getByRole('listitem'), /^dash\.example.*On/)
  await webhooks.getByRole('button', { name: 'Delete dash.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await isSeen(webhooks.getByText('None is left.'))
  await expect.element(webhooks.getByRole('heading')).toHaveFocus()
  for (const call of ['webhooks.test', 'webhooks.delete'] as const)
    expect(network.calls(call)).toEqual([{ id: 'webhook' }])
})

test('deleting the account lists what goes, offers the download, and asks for the password; admins read why they cannot, and everybody that no mail can be sent', async () => {
  await open('/settings/account', { user, answers: { 'account.delete': wrongPassword } })
  await button('Delete account').click()
  const form = dialog('Delete your account?')
  await expect.poll(() => form.getByRole('listitem').elements().length).toBe(3)
  const first = form.getByRole('button', { name: 'Download your data first' })
  await first.click()
  const download = dialog('Download your data')
  const owns = download.getByRole('textbox', { name: 'Password' })
  await expect.element(owns).toHaveFocus()
  await download.getByRole('button', { name: 'Download' }).click()
  await expect.element(owns).toHaveAccessibleDescription('Please enter your password')
  await userEvent.keyboard('{Escape}')
  await isGone(download)
  await expect.element(first).toHaveFocus()
  const password = form.getByRole('textbox', { name: 'Password' })
  await password.fill('not my password')
  await form.getByRole('button', { name: 'Delete my account' }).click()
  await expect.element(password).toHaveAccessibleDescription('Wrong password')
  await userEvent.keyboard('{Escape}')
  await isGone(form)

  const setup = { hasPassword: true, isDemo: false, sendsMail: false, passkeys: true }
  network.change({ 'auth.user': { ...user, role: 'admin', emailVerified: false }, 'account.setup': setup })
  const [account, data] = [card('Name and sign-in'), card('Your data')]
  await isSeen(data.getByText(/Have your admin rights revoked first/))
  expect(texts(data.getByRole('button'))).toEqual(['Download'])
  await isSeen(account.getByText(/It cannot be confirmed here\./))
  expect(texts(account.getByRole('button'))).toEqual(['Save name', 'Change password'])
})

test('the account, and whom one blocked, are closed while acting as another dog', async () => {
  await open('/settings', { user: anOwner({ role: 'admin', isImpersonating: true }) })
  for (const [path, names] of [
    ['/settings/account', ['Name and sign-in', "Where you're signed in", 'Your data']],
    ['/settings/privacy', ['Blocked and unmatched']],
  ] as const) {
    goTo(path)
    for (const name of names) {
      await isSeen(card(name).getByText(/while you act as somebody else's dog/))
      expect(card(name).getByRole('button').query()).toBeNull()
    }
  }
})
