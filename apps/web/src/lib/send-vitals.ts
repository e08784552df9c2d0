import type { Vitals } from '@barkyard/domain/schemas/vitals'
import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals'

/** Sends what was measured, once, when the page is left or put aside. */
export function sendVitals(route: string): void {
  const measured: Vitals = { route }
  // The library keeps what it measures by this object: a shared one mixes the measures up.
  const all = () => ({ reportAllChanges: true })
  onLCP(({ value }) => (measured.lcp = value), all())
  onINP(({ value }) => (measured.inp = value), all())
  onCLS(({ value }) => (measured.cls = value), all())
  onTTFB(({ value }) => (measured.ttfb = value), all())
  // After the library's own listeners, which bring the last values.
  document.addEventListener('visibilitychange', function send() {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', send)
    navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(measured)], { type: 'application/json' }))
  })
}
