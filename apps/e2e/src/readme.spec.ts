import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

test('every test that the README names exists, and every file of tests is named', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter(name => name.endsWith('.spec.ts'))
  const sources = new Map<string, string>()
  for (const file of files) sources.set(file, await readFile(join(import.meta.dirname, file), 'utf8'))

  const named = [...readme.matchAll(/`([^`]+\.spec\.ts)` › ([^|<\n]+)/g)].map(
    ([, file = '', title = '']) => [file, title.trim()] as const,
  )
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(([file, title]) => !sources.get(file)?.includes(title))
  expect(missing).toEqual([])
  const unnamed = files.filter(file => file !== 'readme.spec.ts' && !named.some(([name]) => name === file))
  expect(unnamed).toEqual([])
})
