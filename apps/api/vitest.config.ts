import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // Where vitest runs globalSetup.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['../../packages/db/testing/global-setup.ts', 'test/build.mjs'],
    // Loading the app anew for each file took a third of the run: a worker loads it once. Tests leave no global changed.
    isolate: false,
    // Most tests wait for a server, a timeout or a provider: two more than the cores keep these busy.
    maxWorkers: availableParallelism() + 2,
    // A machine may be busy; what is tested is not how fast it is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    coverage: {
      include: ['src/platform/realtime/**', 'src/features/messages/**'],
      reporter: ['text'],
      reportsDirectory: 'node_modules/.coverage',
    },
  },
})
