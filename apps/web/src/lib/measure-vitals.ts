import { whenIdle } from './after-paint.ts'

/** One page in ten measures how fast it feels. */
const SHARE = 0.1

/** The name of the signed-out visitors' page, besides those of `SCREENS`. */
export const LANDING_ROUTE = 'landing'

/** Measures this page, if it is one of those and the server wants it. The library is downloaded when nothing else is to do. */
export function measureVitals(route: string): void {
  if (!document.querySelector('meta[name="vitals"]') || Math.random() >= SHARE) return
  whenIdle(() => {
    // Without it nothing is measured.
    import('./send-vitals.ts').then(module => module.sendVitals(route)).catch(() => undefined)
  })
}
