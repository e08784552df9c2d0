// A reporter of vitest and of Playwright: writes the same short report of both beside their usual output.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Without the lines of a stack that are vitest's. */
const text = errors =>
  errors
    .flatMap(({ stack, message }) => stripVTControlCharacters(stack || message).split('\n'))
    .filter(line => !line.includes('/node_modules/'))
    .join('\n')
const failure = (test, errors) => ({ test, seconds: 0, status: 'failed', message: text(errors) })

/** @public the runners load it by its path. */
export default class {
  #results = []

  /** vitest */
  onInit({ config }) {
    this.root = config.root
  }

  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      const file = relative(this.root, module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        const status = ['passed', 'failed'].includes(state) ? state : 'skipped'
        const seconds = (test.diagnostic()?.duration ?? 0) / 1000
        this.#results.push({ test: `${file} › ${test.fullName}`, seconds, status, message: text(errors) })
      }
      // The file itself, if it could not be loaded, and hooks.
      const broken = [module, ...module.children.allSuites()].flatMap(suite => suite.errors())
      if (broken.length > 0) this.#results.push(failure(file, broken))
    }
    if (unhandled.length > 0) this.#results.push(failure('outside of tests', unhandled))
    this.#write()
  }

  /** Playwright */
  onTestEnd(test, { duration, status, errors }) {
    const isRed = !['passed', 'skipped'].includes(status)
    this.#results.push({
      test: test.titlePath().filter(Boolean).join(' › '),
      seconds: duration / 1000,
      status: isRed ? 'failed' : status,
      message: text(errors),
    })
  }

  onError(error) {
    this.#results.push(failure('outside of tests', [error]))
  }

  onEnd() {
    this.#write()
  }

  #write() {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.#results))
  }
}
