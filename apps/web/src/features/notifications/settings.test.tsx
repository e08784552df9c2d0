import type { Preferences } from '@barkyard/domain/schemas/preferences'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { fails, held, network, writes } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPreferences } from '../../testing/quiet-yard.ts'
import { anOwner } from '../../testing/rows.ts'
import { isSeen, sees } from '../../testing/seen.ts'
import { type Inputs, queryClient } from '../../trpc.ts'

const never = () => new Promise<never>(() => undefined)
/** A server that keeps what is edited. */
function kept() {
  let preferences = aPreferences()
  const edit = ({ kinds, ...changes }: Inputs['preferences']['edit']) => {
    preferences = { ...preferences, ...(changes as Partial<Preferences>) }
    return preferences
  }
  return { 'preferences.get': () => preferences, 'preferences.edit': edit }
}

it('typing and one’s own first name are shown unless one hides them, and an empty box has the colour of its card', async () => {
  await open('/settings/privacy', { theme: 'dark', answers: kept() })
  const name = page.getByRole('checkbox', { name: /^Tell the other owner that “Robin” is coming/ })
  await expect.element(name).toBeChecked()
  await expect.element(name).toHaveAccessibleDescription(/invite link.*lost dog/)
  await name.click()
  await sees('Your first name is kept back')
  await expect.element(name).not.toBeChecked()
  network.answer({ 'preferences.edit': never })
  const typing = page.getByRole('checkbox', { name: "Show others when I'm typing" })
  await expect.element(typing).toBeChecked()
  await typing.click()
  // Before the server has answered.
  await expect.element(typing).not.toBeChecked()
  const boxes = [typing.element(), typing.element().closest('.card')]
  const [own, card] = boxes.map(one => one && getComputedStyle(one).backgroundColor)
  expect(own).toBe(card)
  expect(network.calls('preferences.edit')).toEqual([{ showFirstName: false }, { showTyping: false }])
})

it('a box that is clicked never shows its old state again, nor by a read that answers while it is saved; quiet hours are saved once both times are there and differ', async () => {
  const quiet = { from: '22:00', to: '07:00' }
  const [first, server] = [held<Preferences>(), kept()]
  await open('/settings/notifications', { answers: { 'preferences.edit': () => first.promise } })
  const locator = page.getByRole('checkbox', { name: /^Hold push notifications/ })
  await isSeen(locator)
  const box = locator.element() as HTMLInputElement
  box.click()
  // Before the browser's next task, and so before its next paint.
  for (let i = 0; i < 10; i++) await Promise.resolve()
  expect(box.checked).toBe(true)
  expect(network.calls('preferences.edit')).toEqual([{ quiet }])
  const reads = network.calls('preferences.get').length
  // As when live events begin, which may be long after the page is used.
  await refreshSoon()
  await expect.poll(() => network.calls('preferences.get').length).toBeGreaterThan(reads)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(locator).toBeChecked()
  const [from, to] = [page.getByLabelText('From'), page.getByLabelText('To', { exact: true })]
  await expect.element(from).toHaveValue('22:00')

  network.answer(server)
  first.resolve(server['preferences.edit']({ quiet }))
  await to.fill('22:00')
  await expect.element(to).toHaveAccessibleDescription('Pick two different times')
  await from.fill('21:30')
  await expect.element(to).not.toHaveAccessibleDescription()
  const edits = [{ quiet }, { quiet: { from: '21:30', to: '22:00' } }]
  await expect.poll(() => network.calls('preferences.edit')).toEqual(edits)
  // What cannot be saved is said, and the saved times stand there again.
  await from.fill('')
  await expect.element(from).toHaveAccessibleDescription('Pick a time')
  network.answer({ 'preferences.edit': fails })
  await from.fill('20:00')
  await sees('Failed to save your notification settings')
  await expect.element(from).toHaveValue('21:30')
})

it('a change waits for the one before it, and one that fails is said and taken back', async () => {
  const first = held<Preferences>()
  await open('/settings/notifications', { answers: { 'preferences.edit': () => first.promise } })
  const box = (name: string) => page.getByRole('checkbox', { name })
  await sees('Central European Time (Berlin)')
  expect(page.getByText(/mail.*confirmed|sends no mail/).elements()).toEqual([])
  await expect.element(box('Your account: e-mail, always sent')).toBeDisabled()
  for (const name of ['Messages: push', 'A day before']) {
    await box(name).click()
    await expect.element(box(name)).not.toBeChecked()
  }
  await page.getByLabelText('E-mail digest').selectOptions('weekly')
  const edits = [{ kinds: { message: { push: false } } }, { reminders: { day: false } }, { digest: 'weekly' }]
  expect(network.calls('preferences.edit')).toEqual(edits.slice(0, 1))
  network.answer({ 'preferences.edit': fails })
  first.resolve(aPreferences())
  await expect.poll(() => network.calls('preferences.edit')).toEqual(edits)
  await sees('Failed to save your notification settings')
  await expect.element(box('A day before')).toBeChecked()
})

it('who gets no mail reads why, and a button that disappears leaves the focus where it was', async () => {
  const laptop = { id: 'laptop', device: 'Chrome on Linux', current: false, refused: false, createdAt: '2026-11-21' }
  const setup = { hasPassword: true, isDemo: false, sendsMail: true, passkeys: true }
  await open('/settings/notifications', {
    user: anOwner({ emailVerified: false }),
    answers: {
      'push.endpoints': [laptop],
      'push.unsubscribe': writes({ 'push.endpoints': [] }),
      'preferences.get': aPreferences({ timeZone: 'Asia/Tokyo' }),
      'preferences.edit': never,
    },
  })
  await sees('Reminders and digests are mailed once your address is confirmed.')
  await page.getByRole('button', { name: 'Turn off on Chrome on Linux' }).click()
  await expect.element(page.getByRole('heading', { name: 'Push and e-mail' })).toHaveFocus()
  await page.getByRole('button', { name: /^Change to/ }).click()
  expect(document.activeElement?.textContent).toMatch(/^Times are in/)
  for (const [changed, note] of [
    [{ isDemo: true }, "Reminders and digests aren't mailed to the demo's accounts."],
    [{ hasPassword: false }, /mailed once your sign-in provider has confirmed your address/],
    [{ sendsMail: false }, /^This installation sends no mail/],
  ] as const) {
    network.answer({ 'account.setup': { ...setup, ...changed } })
    await refreshSoon()
    await sees(note)
  }
})
