import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, readVersion } from '../../src/config.ts'
import { SETTINGS } from '../../src/settings.ts'
import { ROOT, readCompose } from './compose-file.ts'

const dockerfile = readFileSync(`${ROOT}apps/api/Dockerfile`, 'utf8')
const KEY = 'x'.repeat(32)
const compose = readCompose({ SESSION_SECRET: KEY, POSTGRES_PASSWORD: KEY })
const services = Object.entries(compose.services)
const { 'api-1': api, balancer } = compose.services
if (!api || !balancer) throw new Error('no api-1 or no balancer')
const config = readConfig({ NODE_ENV: 'production', ...api.environment })
const ignored = readFileSync(`${ROOT}.dockerignore`, 'utf8').split('\n').filter(Boolean)

describe('the image', () => {
  const run = dockerfile.split(/^FROM .*$/m).at(-1) ?? ''

  test('passes the linter', () => {
    expect(validate(dockerfile).map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  test('runs without root, contains no tools, receives signals directly and has a health check', () => {
    const users = [...run.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)
    expect(users).toEqual(['node'])
    expect(run.slice(run.indexOf('USER node'))).not.toMatch(/^COPY|^RUN|^ADD/m)
    expect(run).not.toMatch(/^RUN /m)
    expect(run).toMatch(/^CMD \["node", "apps\/api\/dist\/main\.js"\]$/m)
    expect(run).toMatch(/^HEALTHCHECK .*\/api\/live/m)
    for (const line of run.split('\n').filter(one => one.startsWith('COPY')))
      expect(line).toMatch(/ --from=(build|dependencies) /)
    for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S*:\S*)/gm)) expectPinned(image)
  })

  test('holds what is built of the packages that the bundle leaves outside, and of no others', () => {
    const included = /INCLUDED = \[(.*)\]/.exec(readFileSync(`${ROOT}apps/api/build.mjs`, 'utf8'))?.[1] ?? ''
    const { dependencies } = JSON.parse(readFileSync(`${ROOT}apps/api/package.json`, 'utf8')) as {
      dependencies: object
    }
    const outside = Object.keys(dependencies).filter(name => name.startsWith('@barkyard/') && !included.includes(name))
    const copied = [...run.matchAll(/^COPY \S+ \/barkyard\/packages\/(\S+)\/dist /gm)].map(
      ([, name]) => `@barkyard/${name}`,
    )
    expect(copied).toEqual(outside)
  })

  test('copies only files that exist in the build context', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '))
    expect(copied.length).toBeGreaterThan(8)
    for (const path of copied)
      expect([path, existsSync(`${ROOT}${path}`), ignored.includes(path)]).toEqual([path, true, false])
  })
})

/** A tag with a version. Without one, or with "latest", the image may change. */
function expectPinned(image: string): void {
  expect(image).toMatch(/^[\w./-]+:[\w.-]*\d[\w.-]*(@sha256:[0-9a-f]{64})?$/)
  expect(image).not.toContain(':latest')
}

describe('the compose file', () => {
  test('requires its secrets to start', () => {
    expect(() => readCompose({})).toThrow(/^set \w+/)
    for (const missing of ['SESSION_SECRET', 'POSTGRES_PASSWORD']) {
      const all = { SESSION_SECRET: KEY, POSTGRES_PASSWORD: KEY, [missing]: '' }
      expect(() => readCompose(all)).toThrow(`set ${missing}`)
    }
  })

  test('refers only to existing services, volumes, configurations and files', () => {
    const used = { volumes: new Set<string>(), configs: new Set<string>() }
    for (const [name, service] of services) {
      for (const needed of Object.keys(service.depends_on)) expect(Object.keys(compose.services)).toContain(needed)
      for (const volume of service.volumes) {
        const [source = '', target = ''] = volume.split(':')
        expect(target).toMatch(/^\//)
        used.volumes.add(source)
      }
      for (const { source, target } of service.configs) {
        expect(target).toMatch(/^\//)
        used.configs.add(source)
      }
      if (service.build) {
        expect([name, existsSync(join(ROOT, service.build.context, service.build.dockerfile))]).toEqual([name, true])
      } else expectPinned(service.image)
    }
    expect([...used.volumes].sort()).toEqual(Object.keys(compose.volumes).sort())
    expect([...used.configs].sort()).toEqual(Object.keys(compose.configs).sort())
    for (const { file } of Object.values(compose.configs)) expect(statSync(`${ROOT}${file}`).isFile()).toBe(true)
  })

  test('waits only for services with a health check, and restarts everything', () => {
    for (const [name, { healthcheck, build, restart }] of services) {
      // Our own service has its health check in the image.
      expect([name, healthcheck !== undefined || build !== undefined]).toEqual([name, true])
      expect(restart).toBe('unless-stopped')
    }
    const conditions = services.flatMap(([, one]) => Object.values(one.depends_on).map(({ condition }) => condition))
    expect(new Set(conditions)).toEqual(new Set(['service_healthy']))
  })

  test('starts two equal app processes, read-only, without privileges, and with time to stop', () => {
    const ours = services.filter(([, { build }]) => build !== undefined)
    expect(ours).toEqual(['api-1', 'api-2'].map(name => [name, api]))
    expect(api).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
      ports: [],
    })
    expect(Number.parseInt(api.stop_grace_period ?? '', 10)).toBeGreaterThan(10)
  })

  test('keeps photos and backups on volumes that all processes share, and that belong to their account', () => {
    const folders = api.volumes.map(volume => volume.split(':')[1])
    expect([config.dataDir, config.backup?.dir]).toEqual(folders)
    for (const folder of folders) expect(dockerfile).toMatch(new RegExp(`^RUN mkdir -p .*/volumes${folder}\\b`, 'm'))
    expect(dockerfile).toMatch(/^COPY --from=build --chown=node:node \/volumes \/$/m)
  })

  test('publishes only the balancer’s port', () => {
    expect(services.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['balancer'])
    const [port = ''] = balancer.ports
    const listens = /listen (\d+);/.exec(readFileSync(`${ROOT}${compose.configs.balancer?.file}`, 'utf8'))?.[1]
    expect(port.split(':')[1]).toBe(listens)
    expect(balancer.healthcheck?.test.join(' ')).toContain(`:${listens}/`)
  })

  test('takes every setting from .env, but for its own parts, and what the image decides', () => {
    const own = ['BACKUP_DIR', 'DATABASE_URL', 'DATA_DIR', 'METRICS_PORT', 'REDIS_URL']
    const settings = SETTINGS.filter(name => !['DEMO', 'HOST', 'NODE_ENV', 'PORT'].includes(name)).sort()
    const file = Object.fromEntries(settings.map(name => [name, `the operator’s ${name}`]))
    const { environment = {} } = readCompose({ ...file, POSTGRES_PASSWORD: KEY }).services['api-1'] ?? {}
    expect(Object.keys(environment).sort()).toEqual(settings)
    expect(settings.filter(name => environment[name] !== file[name])).toEqual([...own, 'TRUST_PROXY'])
    // The balancer stays trusted.
    expect(environment.TRUST_PROXY).toBe(`uniquelocal,${file.TRUST_PROXY}`)
    // One of a stack that had an S3 server of its own.
    const former = { SESSION_SECRET: KEY, POSTGRES_PASSWORD: KEY, S3_SECRET_ACCESS_KEY: KEY }
    expect(readConfig({ ...readCompose(former).services['api-1']?.environment }).s3).toBeNull()
  })

  test('uses valid settings of the app', () => {
    expect(config).toMatchObject({ demo: false, metricsPort: 9464, trustProxy: ['uniquelocal'], s3: null })
    for (const value of [config.databaseUrl, config.redisUrl]) expect(value).not.toBeNull()
    for (const value of Object.values(api.environment).filter(one => one.includes('://'))) {
      const address = new URL(value)
      if (address.host !== config.publicUrl.host) expect(Object.keys(compose.services)).toContain(address.hostname)
    }
  })
})

test('a tag builds the image for two architectures with provenance and an SBOM, and tries the stack on it first', () => {
  const text = readFileSync(`${ROOT}.github/workflows/release.yml`, 'utf8')
  const { on, jobs } = parse(text) as { on: { push: object }; jobs: Record<string, { needs?: string }> }
  expect(on).toEqual({ push: { tags: ['v*'] } })
  for (const arch of ['amd64', 'arm64']) expect(text).toContain(`arch: ${arch}`)
  expect(text).toMatch(/--provenance=mode=max\b[\s\S]*--sbom=true\b/)
  expect([jobs.stack?.needs, jobs.publish?.needs]).toEqual(['candidate', 'stack'])
  expect(text).toContain('npm run test:faults -- stack')
  for (const [, action] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@[0-9a-f]{40}$/)
  const [, version] = /^## (\S+)/m.exec(readFileSync(`${ROOT}.github/CHANGELOG.md`, 'utf8')) ?? []
  expect([readVersion(), 'Unreleased']).toContain(version)
})
