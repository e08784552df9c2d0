import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** The repository's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** A service, with what is read here of it. Docker refuses misspelt keys and values: `pnpm test:faults stack`. */
interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  environment: Record<string, string>
  depends_on: Record<string, { condition: string }>
  ports: string[]
  volumes: string[]
  configs: { source: string; target: string }[]
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  restart: string
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  configs: Record<string, { file: string }>
}
const NOTHING = { environment: {}, depends_on: {}, ports: [], volumes: [], configs: [] }

/** docker-compose.yml as Compose reads it with these variables. @throws if a required one is missing. */
export function readCompose(variables: Record<string, string>): Compose {
  const raw: unknown = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'), { merge: true })
  const compose = interpolated(raw, variables) as Compose
  const services = Object.entries(compose.services).map(([name, service]) => [name, { ...NOTHING, ...service }])
  return { ...compose, services: Object.fromEntries(services) }
}

function interpolated(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /\$(\$|\{(\w+)(?::([-+?])((?:[^{}]|\{[^}]*\})*))?\}|)/g,
      (all, rest, name, kind, more = '') => {
        if (rest === '$') return '$'
        if (rest === '') throw new Error(`${all} in ${value} is neither a variable nor $$`)
        const given = variables[name]
        if (given && kind !== '+') return given
        if (kind === '?') throw new Error(more)
        return given || kind === '-' ? `${interpolated(more, variables)}` : ''
      },
    )
  }
  if (Array.isArray(value)) return value.map(one => interpolated(one, variables))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, interpolated(one, variables)]))
  return value
}
