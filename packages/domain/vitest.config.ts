import { defineConfig } from 'vitest/config'

// Not isolated: a process for each file costs more than the files. They leave no global changed.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false } })
