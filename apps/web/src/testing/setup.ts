import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/words.css'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { toastTime } from '../lib/toast.ts'
import { network } from './network-links.ts'
import { close } from './open.tsx'

/** A browser says so of a panel that changes its own size. */
const HARMLESS = /ResizeObserver loop/

let errors: MockInstance<typeof console.error>

beforeEach(() => {
  // Longer than a busy machine takes to look.
  toastTime.ms = 600_000
  errors = vi.spyOn(console, 'error')
})

afterEach(async () => {
  await close()
  // What the app paces outlives its page, and would wait for ever once the clock is the real one.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  const logged = errors.mock.calls.filter(([first]) => !HARMLESS.test(String(first)))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(network.unanswered(), 'calls without an answer').toEqual([])
  expect(logged, 'errors in the console').toEqual([])
})
