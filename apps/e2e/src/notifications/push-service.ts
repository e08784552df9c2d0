import type { PushService } from '@barkyard/api/testing/push-service'
import type { BrowserContext, Page } from '@playwright/test'

/** Makes the browser subscribe at our push service, because Chromium's own cannot be reached from here. */
export async function subscribesAt(context: BrowserContext, service: PushService): Promise<void> {
  await context.addInitScript(made => {
    const KEY = 'subscribed'
    const given = {
      toJSON: () => made,
      unsubscribe: async () => {
        sessionStorage.removeItem(KEY)
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(KEY, '1')
      return given
    }
    PushManager.prototype.getSubscription = async () => (sessionStorage.getItem(KEY) ? given : null)
  }, service.subscribe())
}

/** Sets the browser's permission for notifications. */
export async function decidePermission(page: Page, setting: 'granted' | 'denied' | 'prompt'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting,
    origin,
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  })
  // The permission lasts as long as the CDP session, so the session stays open until the browser closes.
}

/** Hands a payload to the page's worker, as the browser does with a push that it has decrypted. */
export async function deliverPush(page: Page, payload: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  })
  await session.detach()
}

/** The notifications that the device shows. */
export const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, tag, body, data }) => ({ title, tag, body, data: data as unknown }))
  })
