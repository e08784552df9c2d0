import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{src,build}/**/*.test.ts'],
    // A machine may be busy; what is tested is not how fast it is.
    testTimeout: 30_000,
    // Node 20 has the browser's WebSocket behind a flag, later ones without.
    execArgv: 'WebSocket' in globalThis ? [] : ['--experimental-websocket', '--disable-warning=ExperimentalWarning'],
  },
})
