import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const dockerfile = readFileSync(`${root}apps/api/Dockerfile`, 'utf8')
const compose = readFileSync(`${root}docker-compose.yml`, 'utf8')

/** The lines below a key of the compose file, without their indent. */
function block(text: string, key: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex(line => line.replace(/&.*$/, '').trim() === `${key}:`)
  const indent = lines[start]?.search(/\S/) ?? 0
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => line.trim() !== '' && !line.trim().startsWith('#') && line.search(/\S/) <= indent)
  return rest
    .slice(0, end < 0 ? undefined : end)
    .map(line => line.slice(indent + 2))
    .join('\n')
}

describe('the image', () => {
  test('runs as somebody other than root, holds no tools and hears signals itself', () => {
    const [, run = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
    expect(run).toMatch(/^USER node$/m)
    expect(run).not.toMatch(/^RUN /m)
    expect(run).toMatch(/^CMD \["node", "apps\/api\/dist\/main\.js"\]$/m)
    for (const line of run.split('\n').filter(one => one.startsWith('COPY'))) expect(line).toContain('--from=build')
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:[\w.-]+$/)
  })

  test('copies what exists', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '))
    expect(copied.length).toBeGreaterThan(8)
    for (const path of copied) expect([path, existsSync(`${root}${path}`)]).toEqual([path, true])
  })
})

describe('the compose file', () => {
  test('starts two processes, read-only and without rights, with settings that the app takes', () => {
    const api = block(compose, 'x-api')
    expect(api).toMatch(/^read_only: true$/m)
    expect(api).toMatch(/^cap_drop: \[ALL\]$/m)
    expect(block(compose, 'services').match(/^api-\d: \*api$/gm)).toHaveLength(2)
    const pairs = block(api, 'environment')
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => [
        line.slice(0, line.indexOf(':')),
        line
          .slice(line.indexOf(':') + 1)
          .trim()
          .replaceAll('"', ''),
      ])
    const filled = pairs.map(([name, value = '']) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/, '$1').replace(/\$\{\w+:\?[^}]*\}/, 'x'.repeat(32)),
    ])
    const config = readConfig({ NODE_ENV: 'production', ...Object.fromEntries(filled) })
    expect(config).toMatchObject({ demo: false, metricsPort: 9464, trustProxy: ['uniquelocal'] })
    for (const value of [config.databaseUrl, config.redisUrl, config.s3]) expect(value).not.toBeNull()
  })

  test('each address that the app is given is a service of the file', () => {
    const services = [...block(compose, 'services').matchAll(/^([\w-]+):/gm)].map(([, name]) => name)
    for (const [, host] of compose.matchAll(/(?:@|redis:\/\/|S3_ENDPOINT: http:\/\/)([a-z]+):\d+/g))
      expect(services).toContain(host)
  })
})
