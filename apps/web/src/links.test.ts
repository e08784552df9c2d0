import { readdirSync, readFileSync } from 'node:fs'
import { matchPath } from 'react-router-dom'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'

const WEB = new URL('./', import.meta.url)
const DOMAIN = new URL('../../../packages/domain/src/', import.meta.url)

const sourceIn = (folder: URL): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.test\.|^testing\//.test(name))
    .map(name => readFileSync(new URL(name, folder), 'utf8'))

/** Addresses of the server and files. */
const NO_SCREEN = /^\/($|api\b|ws$|photos\/|pictures\/|assets\/|trpc\b|[\w-]+\.\w+$)/

test('every address that the app or a notification links to is a screen', () => {
  const addresses = new Set(
    [...sourceIn(WEB), ...sourceIn(DOMAIN)]
      .flatMap(text =>
        Array.from(
          text.matchAll(/(?:to|path|href|card|navigate|chat|pathname)\b[^\n'"`]{0,30}['"`](\/[a-z][^'"`\n]*)['"`]/g),
          found => found[1] ?? '',
        ),
      )
      .map(address => address.replace(/(?<=[^/])(\$\{|[?#]).*/, '').replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'x'))
      .filter(address => !NO_SCREEN.test(address) && !address.includes(':')),
  )
  const paths = screens.flatMap(([, { paths }]) => paths).filter(path => path !== '*')
  const dead = [...addresses].filter(address => !paths.some(path => matchPath(path, address)))
  expect(dead).toEqual([])
  expect(addresses.size).toBeGreaterThan(20)
})
