import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chromiumAt, findProgram } from '../e2e/src/chromium.ts'

const chromium = process.env.CHROMIUM_PATH ?? findProgram('chromium-headless-shell', 'chromium', 'google-chrome')
if (!chromium && process.env.CI)
  throw new Error('CI is set, and this machine has no Chromium for the tests of components.')
if (!chromium)
  console.log(
    'SKIPPED: the tests of components. Install Chromium (apt-get install chromium) or name one in CHROMIUM_PATH.',
  )

const unit: TestProjectConfiguration = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'web',
    include: ['{src,build}/**/*.test.ts'],
    // A process for each file costs more than the files. They leave no global changed.
    isolate: false,
    // A machine may be busy; what is tested is not how fast it is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Node 20 has the browser's WebSocket behind a flag, later ones without.
    execArgv: 'WebSocket' in globalThis ? [] : ['--experimental-websocket', '--disable-warning=ExperimentalWarning'],
  },
}

const components: TestProjectConfiguration = {
  plugins: [react()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // The only part of the app that is replaced: how calls reach the server.
    alias: [{ find: './network-links.ts', replacement: `${import.meta.dirname}/src/testing/network-links.ts` }],
  },
  // A library that is found while tests run would load the page anew.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
  test: {
    name: 'components',
    include: ['src/**/*.test.tsx'],
    setupFiles: 'src/testing/setup.ts',
    testTimeout: 180_000,
    // After all other tests, which keep the cores busy.
    sequence: { groupOrder: 1 },
    // Tests wait for the page half of the time: one page more than cores.
    maxWorkers: availableParallelism() + 1,
    // One page for all files of a worker: `close` leaves nothing behind, and the app is loaded once.
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // The first page waits until the libraries are bundled.
      connectTimeout: 180_000,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: chromiumAt(chromium),
        // Larger than any window of a test, which would be scaled down to fit. Far from San Francisco on purpose: playdates show the parks' time all the same.
        contextOptions: { viewport: { width: 1440, height: 1000 }, timezoneId: 'Europe/Berlin', locale: 'en-US' },
        actionTimeout: 60_000,
      }),
    },
  },
}

export default defineConfig({ test: { projects: chromium ? [unit, components] : [unit] } })
