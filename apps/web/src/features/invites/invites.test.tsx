import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { network } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { isGone, sees, settled } from '../../testing/seen.ts'

const URL = 'https://yard.example/?invite=x'
const invite = page.getByRole('button', { name: 'Invite a friend' })
const dialog = page.getByRole('dialog', { name: 'Invite a friend' })

test('an invitation is a link to copy', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open('/barks')
  await invite.click()
  await expect.element(dialog.getByLabelText('Your link')).toHaveValue(URL)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await sees('Link copied')
  expect(copied).toHaveBeenCalledWith(URL)
  await userEvent.keyboard('{Escape}')
  network.answer({ 'invites.mine': { url: URL, canJoin: false } })
  await refreshSoon()
  await isGone(invite)
})

test('where the device has a share sheet, an invitation opens it, and closing that is no failure', async () => {
  const shared: ShareData[] = []
  const share = (data: ShareData) => {
    shared.push(data)
    return Promise.reject(new DOMException('closed', 'AbortError'))
  }
  Object.assign(navigator, { canShare: () => true, share })
  await open('/barks')
  await invite.click()
  await expect.poll(() => shared).toMatchObject([{ title: 'Barkyard', url: URL }])
  await settled()
  expect(dialog.query()).toBeNull()
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
})
