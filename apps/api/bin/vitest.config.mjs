// All vitest tests in one run, for test.mjs. Each package has its own settings; these are those of the run.
import { join, relative } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import web from '../../web/vitest.config.ts'
import api from '../vitest.config.ts'
import { root } from './prepare.mjs'

/** Those that start programs, or wait for time to pass. */
const waits = ({ moduleId }) => /[/\\](faults|postgres)[/\\]/.test(moduleId)
/** Long, though their files are short. */
const IS_LONG = /[/\\](browsers|crash|lasting-race|load|migrations|open|plans|seed)\.test\.ts$/

/**
 * The longest files first, so that no core waits for one at the end, and those that wait spread over the others, which keep
 * the cores busy. How long they took is in vitest's cache, below node_modules. Without it their sizes tell.
 */
class LongestFirst extends BaseSequencer {
  sort(files) {
    const { cache, config } = this.ctx
    const weigh = file => {
      const key = `${file.project.name}:${relative(config.root, file.moduleId)}`
      const known = cache.getFileTestResults(key)?.duration
      return known ?? (cache.getFileStats(key)?.size ?? 0) * (waits(file) || IS_LONG.test(file.moduleId) ? 10 : 1)
    }
    const weights = new Map(files.map(file => [file, weigh(file)]))
    const longestFirst = files.toSorted((a, b) => weights.get(b) - weights.get(a))
    const share = file => {
      const alike = longestFirst.filter(one => one.project === file.project && waits(one) === waits(file))
      return alike.indexOf(file) / alike.length
    }
    const shares = new Map(files.map(file => [file, share(file)]))
    // A worker that is not isolated is kept while the next file is of the same package: all of these together.
    const place = ({ project }) => (project.config.isolate ? 'first' : `then ${project.name}`)
    return files.toSorted((a, b) => place(a).localeCompare(place(b)) || shares.get(a) - shares.get(b))
  }
}

/** React as owners have it: a sixth less. What its development build warns of fails a file that runs alone, or at night. */
const OWNERS_REACT = {
  oxc: { jsx: { development: false } },
  optimizeDeps: { rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } } },
}
const react = process.env.EXPLORE === 'whole' ? {} : OWNERS_REACT

/** @public vitest loads it by its path. */
export default defineConfig({
  root,
  test: {
    projects: [
      '{apps/api,packages/*}/vitest.config.ts',
      // It has projects of its own, which a config's projects may not.
      ...web.test.projects.map(project => mergeConfig({ root: join(root, 'apps/web'), ...project }, react)),
    ],
    reporters: ['default', join(import.meta.dirname, 'test-report.mjs')],
    sequence: { sequencer: LongestFirst },
    // All projects share the workers.
    maxWorkers: api.test.maxWorkers,
  },
})
