import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OLDEST } from './browsers.ts'

const web = join(import.meta.dirname, '..')

it('the README promises the browsers that the build is for', () => {
  const readme = readFileSync(join(web, '../../README.md'), 'utf8')
  expect(OLDEST.edge).toBe(OLDEST.chrome)
  expect(OLDEST.ios_saf).toBe(OLDEST.safari)
  expect(readme).toContain(
    `Chrome and Edge ${OLDEST.chrome}, Firefox ${OLDEST.firefox}, Safari ${OLDEST.safari} (on iOS and macOS)`,
  )
})

it('the built scripts use nothing that the oldest of these browsers lack', { timeout: 120_000 }, () => {
  const files = ['dist/client/assets/*.js', 'dist/client/*.js']
  // It reads the list of browsers from package.json, and fails with the names of files and features.
  execFileSync(join(web, 'node_modules/.bin/es-check'), ['checkBrowser', ...files, '--module', '--checkFeatures'], {
    cwd: web,
    encoding: 'utf8',
  })
})

it('an installed app is the same in the dark theme, but for its colours', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(web, 'public', name), 'utf8'))
  const { color_scheme_dark: dark, ...light } = read('manifest.webmanifest')
  expect(read('manifest-dark.webmanifest')).toEqual({ ...light, ...dark })
})
