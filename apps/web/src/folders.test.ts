import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

const sources = ['apps', 'packages']
  .flatMap(kind => readdirSync(join(ROOT, kind)).map(name => join(kind, name, 'src')))
  .filter(src => existsSync(join(ROOT, src)))
  .flatMap(src => readdirSync(join(ROOT, src), { recursive: true, encoding: 'utf8' }).map(name => join(src, name)))
  .filter(path => /\.tsx?$/.test(path) && !/\.(test|spec)\./.test(path))

test('folders do not import each other in a circle', () => {
  const imports = new Map<string, Set<string>>()
  for (const path of sources)
    for (const [, to = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:from |import\(?\s*)'(\.[^']+)'/g)) {
      // The folders where the paths of the two files part. A file beside them may use both.
      const [own, other] = [path.split('/'), join(path, '..', to).split('/')]
      const parting = own.findIndex((part, index) => part !== other[index]) + 1
      if (parting >= Math.min(own.length, other.length)) continue
      const folder = own.slice(0, parting).join('/')
      imports.set(folder, (imports.get(folder) ?? new Set()).add(other.slice(0, parting).join('/')))
    }
  // A folder that imports none of those that are left, or that none of them imports, is in no circle.
  const isImported = (folder: string) => [...imports.values()].some(others => others.has(folder))
  for (let left = -1; left !== imports.size; ) {
    left = imports.size
    for (const [folder, others] of imports)
      if (!isImported(folder) || ![...others].some(one => imports.has(one))) imports.delete(folder)
  }
  expect(imports).toEqual(new Map())
  expect(sources.length).toBeGreaterThan(700)
})
