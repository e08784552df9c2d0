import type { LiveEvent } from '@barkyard/domain/live'
import { useRef } from 'react'
import { trpc } from './trpc.ts'

/** Keeps what the page shows in step with what others do. Mounted once, by the shell. */
export function useLive(enabled: boolean) {
  const utils = trpc.useUtils()
  const started = useRef(false)

  const onEvent = (event: LiveEvent) => {
    switch (event.type) {
      case 'message':
      case 'seen':
        void utils.matches.invalidate()
        return
      case 'playdate':
        void utils.playdates.invalidate()
        return
      case 'dogs':
        void utils.invalidate()
    }
  }

  trpc.live.events.useSubscription(undefined, {
    enabled,
    onStarted: () => {
      // A second start means that the line was down: whatever was told meanwhile is read instead.
      if (started.current) void utils.invalidate()
      started.current = true
    },
    onData: onEvent,
  })
}
