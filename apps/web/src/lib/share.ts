import { trpc } from '../trpc.ts'

/** The owner's link for friends. null: nobody could join by it. undefined: not known yet. */
export function useInviteLink(): string | null | undefined {
  const { data } = trpc.invites.mine.useQuery(undefined, { throwOnError: false })
  return data && (data.canJoin === false ? null : data.url)
}

/** Opens the share sheet. After a tap, or browsers refuse. 'cannot': the device has none for this, or it failed. */
export async function share(data: ShareData): Promise<'shared' | 'cancelled' | 'cannot'> {
  if (!canShare(data)) return 'cannot'
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'cannot'
  }
}

/** Not in all browsers, and in none of them on a page without https. */
export const canShare = (data: ShareData): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare(data)

/** Whether a text could be copied. Without https a browser has no clipboard at all. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function saveFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by the next turn; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
