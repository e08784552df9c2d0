// A reporter of vitest: writes the results of a package's tests for test-results.mjs. vitest's own JSON has no errors of
// hooks in a `describe`.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { REPORT } from './test-results.mjs'

/** Without the lines of a stack that are vitest's. */
const text = errors =>
  errors
    .flatMap(({ stack, message }) => (stack || message).split('\n'))
    .filter(line => !line.includes('/node_modules/'))
    .join('\n')

/** @public vitest loads it by its path. */
export default class {
  onInit({ config }) {
    this.root = config.root
  }

  onTestRunEnd(modules, unhandled) {
    const results = modules.flatMap(module => {
      const file = relative(this.root, module.moduleId)
      const tests = [...module.children.allTests()].map(test => {
        const { state, errors = [] } = test.result()
        return {
          test: `${file} › ${test.fullName}`,
          seconds: (test.diagnostic()?.duration ?? 0) / 1000,
          status: ['passed', 'failed'].includes(state) ? state : 'skipped',
          message: text(errors),
        }
      })
      // The file itself, if it could not be loaded, and hooks.
      const broken = [module, ...module.children.allSuites()].flatMap(suite => suite.errors())
      return broken.length > 0 ? [...tests, failure(file, broken)] : tests
    })
    if (unhandled.length > 0) results.push(failure('outside of tests', unhandled))
    writeFileSync(join(this.root, REPORT), JSON.stringify(results))
  }
}

const failure = (test, errors) => ({ test, seconds: 0, status: 'failed', message: text(errors) })
