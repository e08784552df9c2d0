// Reads the reports of vitest (vitest-results.mjs) and Playwright.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

/** In the folder of a package. */
export const REPORT = 'node_modules/.test-results.json'

/** What the runners need to write a report beside their usual output. */
export const VITEST_ARGUMENTS = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-results.mjs')}`]
export const PLAYWRIGHT_ARGUMENTS = ['--reporter=list,json']
export const PLAYWRIGHT_ENV = { PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT }

const packages = () =>
  ['apps', 'packages'].flatMap(group => readdirSync(join(root, group)).map(name => join(root, group, name)))

/** Deletes the reports of former runs. */
export function deleteReports() {
  for (const folder of packages()) rmSync(join(folder, REPORT), { force: true })
}

/** All results of the last run: {package, test, seconds, status: passed | failed | skipped, message}. */
export function readResults() {
  return packages().flatMap(folder => {
    const path = join(folder, REPORT)
    if (!existsSync(path)) return []
    const report = JSON.parse(readFileSync(path, 'utf8'))
    const results = Array.isArray(report) ? report : ofPlaywright(report)
    return results.map(result => ({ package: relative(root, folder), ...result }))
  })
}

const STATUS = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

function ofPlaywright({ suites, errors = [] }) {
  const specsOf = (suite, titles) => [
    ...(suite.specs ?? []).map(spec => ({ ...spec, titles: [...titles, spec.title] })),
    ...(suite.suites ?? []).flatMap(inner => specsOf(inner, [...titles, inner.title])),
  ]
  const broken = errors.map(({ message }) => ({ test: 'Playwright', seconds: 0, status: 'failed', message }))
  const tests = suites
    .flatMap(suite => specsOf(suite, [suite.title]))
    .flatMap(({ titles, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        test: `[${projectName}] ${titles.join(' › ')}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        status: STATUS[status],
        message: stripVTControlCharacters(results.flatMap(({ errors }) => errors.map(one => one.message)).join('\n')),
      })),
    )
  return [...broken, ...tests]
}
