import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // A machine may be busy; what is tested is not how fast it is.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
})
