import type { FastifyInstance } from 'fastify'

/** tRPC checks methods itself, so its routes accept all of them. */
const IS_TRPC = /^\/api\/trpc(\/|$)/

/**
 * Collects the methods of all routes that are added after this call.
 * @returns a function that lists the methods of an address; none if there is no route.
 */
export function collectMethods(server: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method }) => {
    if (IS_TRPC.test(url) || url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}/?$`)
    const entry = known.get(url) ?? { pattern, methods: new Set() }
    for (const one of [method].flat()) entry.methods.add(one)
    known.set(url, entry)
  })
  return url => {
    const path = url.split('?')[0] ?? ''
    const found = [...known.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
  }
}
