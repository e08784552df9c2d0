import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [['list']],
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Far from San Francisco on purpose: playdates show the parks' time all the same.
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    // What a worker answers, a test cannot hold up or refuse. Tests of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'test', testMatch: '**/*.spec.ts' },
    { name: 'screenshots', testMatch: '**/*.screens.ts' },
    { name: 'lighthouse', testMatch: '**/*.lighthouse.ts' },
    { name: 'felt', testMatch: '**/*.felt.ts' },
    { name: 'mails', testMatch: '**/*.mails.ts' },
  ],
})
