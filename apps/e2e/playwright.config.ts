import { defineConfig } from '@playwright/test'
import { chromiumAt } from './src/chromium.ts'

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [['list']],
  // A busy machine takes ten times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    // Far from San Francisco on purpose: playdates show the parks' time all the same.
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    // What a worker answers, a test cannot hold up or refuse. Tests of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: chromiumAt(process.env.HEADLESS_SHELL_PATH),
  },
  projects: [
    // First what is long and has one worker, so that a server and a browser start once for it. `test` fills the rest.
    // The same tests in three browsers. Chromium has them for comparison: `test` covers more.
    ...['chromium', 'firefox', 'webkit'].map(name => ({
      name,
      testMatch: '**/src/browsers/*.spec.ts',
      workers: 1,
    })),
    { name: 'axe', testMatch: '**/axe.spec.ts', workers: 1 },
    { name: 'test', testMatch: '**/*.spec.ts', testIgnore: ['**/src/browsers/**', '**/axe.spec.ts'] },
    { name: 'screenshots', testMatch: '**/*.screens.ts' },
    // What measures has the machine to itself.
    { name: 'lighthouse', testMatch: '**/*.lighthouse.ts', workers: 1 },
    { name: 'felt', testMatch: '**/*.felt.ts', workers: 1 },
    { name: 'mails', testMatch: '**/*.mails.ts' },
  ],
})
