import { useEffect } from 'react'

/** Shows a number on the installed app's icon, where the platform can; 0 takes it away. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // Refused where the app is not installed: the number in the page remains.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}
