// A reporter of vitest and of Playwright: writes {test, seconds, status: passed | failed | skipped, message} of each test
// to TEST_REPORT, beside the usual output.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Without the lines of a stack that are the runner's. */
const text = errors =>
  errors
    .flatMap(({ stack, message }) => stripVTControlCharacters(stack || message).split('\n'))
    .filter(line => !line.includes('/node_modules/'))
    .join('\n')

/** @public the runners load it by its path. */
export default class {
  #results = []

  #add(test, status, errors, ms = 0) {
    const known = ['passed', 'skipped'].includes(status) ? status : 'failed'
    this.#results.push({ test, seconds: ms / 1000, status: known, message: text(errors) })
  }

  /** vitest */
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      const file = relative(`${import.meta.dirname}/../../..`, module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        this.#add(`${file} › ${test.fullName}`, state, errors, test.diagnostic()?.duration)
      }
      // The file itself, if it could not be loaded, and hooks.
      const broken = [module, ...module.children.allSuites()].flatMap(suite => suite.errors())
      if (broken.length > 0) this.#add(file, 'failed', broken)
    }
    if (unhandled.length > 0) this.#add('outside of tests', 'failed', unhandled)
    this.onEnd()
  }

  /** Playwright */
  onTestEnd(test, { duration, status, errors }) {
    this.#add(test.titlePath().filter(Boolean).join(' › '), status, errors, duration)
  }

  onError(error) {
    this.#add('outside of tests', 'failed', [error])
  }

  onEnd() {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.#results))
  }
}
