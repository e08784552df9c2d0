import { forgetFormerUser } from './former-user.ts'
import { keepLastSeen } from './keep-last-seen.ts'

const loaded = () =>
  new Promise<void>(resolve => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })

/**
 * Registers the service worker for a signed-in user after the page has loaded, so that the app starts without a network.
 * What the device stores of a former user is deleted first.
 */
export async function startWorker(userId: string): Promise<void> {
  await forgetFormerUser(userId)
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  await loaded()
  try {
    await navigator.serviceWorker.register('/worker.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('keep-shell')
    keepLastSeen()
  } catch {
    // The browser forbids service workers. The app works without them.
  }
}
