import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

/** The repository's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

const seconds = z.string().regex(/^\d+s$/)
const text = z.union([z.string(), z.number()]).transform(String)
/** The part of the compose specification that is used here. Misspelt and new keys are refused. */
const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(text).optional(),
  environment: z.record(z.string(), text).default({}),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .default({}),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).default([]),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
      interval: seconds,
      timeout: seconds,
      start_period: seconds,
      start_interval: seconds,
    })
    .optional(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: seconds.optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
})
const composeSchema = z.strictObject({
  name: z.string(),
  'x-api': z.unknown(),
  'x-checks': z.unknown(),
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
  configs: z.record(z.string(), z.strictObject({ file: z.string() })),
})
export type Compose = z.infer<typeof composeSchema>

/** docker-compose.yml as Compose reads it with these variables. @throws if a required one is missing. */
export function readCompose(variables: Record<string, string>): Compose {
  const raw: unknown = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'), { merge: true })
  return composeSchema.parse(interpolated(raw, variables))
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
