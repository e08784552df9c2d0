import { expect, onTestFinished, test, vi } from 'vitest'
import { notStale, reloadIfStale, whyMissing } from './missing.ts'

test('a page is stale where the server answers and a file does not come; a proxy’s error is no answer', async () => {
  let status = 502
  const reload = vi.fn()
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  vi.stubGlobal('location', { href: '/sniff', reload })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  onTestFinished(() => void vi.unstubAllGlobals())
  const gone = new Error('gone')
  expect(await whyMissing(gone, true)).not.toBe(gone)
  reloadIfStale()
  expect(reload).not.toHaveBeenCalled()

  status = 200
  expect(await whyMissing(gone, false)).toBe(gone)
  // It has come after all.
  notStale()
  reloadIfStale()
  expect(reload).not.toHaveBeenCalled()
  await whyMissing(gone, false)
  reloadIfStale()
  expect(reload).toHaveBeenCalledOnce()
})
