import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // Where vitest runs globalSetup.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    // A process for each file costs more than most files. Each has its own database, and leaves no global changed.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    coverage: { include: ['src/queries/**'], reporter: ['text'], reportsDirectory: 'node_modules/.coverage' },
  },
})
