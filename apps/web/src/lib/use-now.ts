import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The current time, updated every minute, so that what begins or ends leaves its list. Makes no calls. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE - (Date.now() % MINUTE) + 20)
    return () => clearTimeout(timer)
  })
  return now
}
