import { expect, test, vi } from 'vitest'
import { onTTFB } from 'web-vitals'
import { sendVitals } from './send-vitals.ts'

test('a page sends one beacon with what was measured, when it is left', async () => {
  const beacons: Blob[] = []
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((path, body) => {
    expect(path).toBe('/api/vitals')
    return beacons.push(body as Blob) > 0
  })
  const state = vi.spyOn(document, 'visibilityState', 'get')
  sendVitals('sniff')
  // Its own comes before.
  await new Promise(resolve => onTTFB(resolve))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(beacons).toEqual([])
  state.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  vi.restoreAllMocks()
  expect(beacons).toHaveLength(1)
  const body = await beacons[0]?.text()
  expect(JSON.parse(body ?? '')).toMatchObject({ route: 'sniff', ttfb: expect.any(Number) })
})
