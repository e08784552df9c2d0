import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['src/**/*.test.ts'],
    // Node 20 has the browser's WebSocket behind a flag, later ones without.
    execArgv: 'WebSocket' in globalThis ? [] : ['--experimental-websocket', '--disable-warning=ExperimentalWarning'],
  },
})
