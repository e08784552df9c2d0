import { defineConfig } from 'vitest/config'

// Not isolated: a process for each file costs more than the files. They leave no global changed. A machine may be busy;
// what is tested is not how fast it is.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 60_000 } })
