import { useMutation, useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useSyncExternalStore } from 'react'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc, trpcClient } from '../../trpc.ts'

const SUBSCRIPTION = [['push-subscription']]

/** Whether this browser gets pushes. install-first: on iPhones and iPads once the app is on the Home Screen. */
export type DeviceState = 'unknown' | 'unsupported' | 'install-first' | 'blocked' | 'off' | 'on'

const canPush = () =>
  !import.meta.env.DEV && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** The permission can also change in the browser's settings. */
function onPermissionChange(listener: () => void) {
  const over = new AbortController()
  const { signal } = over
  document.addEventListener('visibilitychange', listener, { signal })
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => status.addEventListener('change', listener, { signal }),
    () => undefined,
  )
  return () => over.abort()
}
const permissionNow = () => ('Notification' in window ? Notification.permission : 'denied')

export const subscriptionNow = async () => {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** The browsers that get the user's notifications. Refreshed at each visit, because other devices change them too. */
export const useEndpoints = (enabled = true) =>
  trpc.push.endpoints.useQuery(undefined, { enabled, staleTime: 0, throwOnError: false })

/** @param enabled false makes no calls, while the state is not needed. */
export function useDeviceState(enabled = true): DeviceState {
  const permission = useSyncExternalStore(onPermissionChange, permissionNow)
  const endpoints = useEndpoints(enabled)
  const subscribed = useQuery({
    queryKey: SUBSCRIPTION,
    queryFn: async () => (await subscriptionNow()) !== null,
    enabled: enabled && canPush(),
    staleTime: 0,
    throwOnError: false,
  })
  if (!canPush()) return isAppleTouch() ? 'install-first' : 'unsupported'
  if (permission === 'denied') return 'blocked'
  if (endpoints.data === undefined || subscribed.data === undefined) return 'unknown'
  return permission === 'granted' && subscribed.data && endpoints.data.some(({ current }) => current) ? 'on' : 'off'
}

export const changed = { meta: { refresh: [SUBSCRIPTION, getQueryKey(trpc.push)] } }

/** @returns false if the user refuses. Throws if the browser's push service cannot be reached. */
async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { key } = await trpcClient.push.key.query()
  const worker = await navigator.serviceWorker.ready
  // Otherwise a subscription of an earlier session or key would stay in use.
  await (await subscriptionNow())?.unsubscribe()
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = made.toJSON()
  await trpcClient.push.subscribe.mutate({ endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } })
  return true
}

/** Asks for the browser's permission. Call it only after a click. */
export const useTurnOn = (onDone?: () => void) =>
  useMutation({
    ...changed,
    mutationFn: subscribe,
    onSuccess: isOn => {
      if (isOn) toast({ title: 'Notifications are on', message: 'This device shows barks, messages and playdates.' })
      else toast({ title: 'Notifications stay off', message: 'You can turn them on in Settings at any time.' })
      onDone?.()
    },
    onError: error => toastError(error, 'Your browser could not set up notifications. Please try again.'),
  })
