import { cursorAfter } from '@barkyard/domain/cursor'
import type { AnyTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { LARGE_BODY_MAX_BYTES } from '../http/json.ts'
import { appRouter, createCaller } from '../root-router.ts'
import type { Context } from '../trpc/context.ts'
import { type AddressFields, addressFields, fromAddress } from './coerce.ts'
import type { Meta } from './meta.ts'

export interface Endpoint {
  /** The procedure's path in the router, "dogs.mine". */
  name: string
  method: HTTPMethods
  /** As in the document, "/dogs/{id}". */
  path: string
  isPage: boolean
  /** The default limit of a list that is paged by the id of its last item; null for other answers. */
  listLimit: number | null
  /** Its input; null for procedures without one. */
  input: z.ZodObject | null
  fields: AddressFields
  /** Accepts a larger body than others, only from admins. */
  isLarge: boolean
  meta: Meta
}

/** Every procedure that has a REST path. */
export function endpoints(): Endpoint[] {
  // The type describes nested routers, but the value at run time is flat: "feature.verb" to procedure.
  const procedures = Object.entries(appRouter._def.procedures as object) as [string, AnyTRPCProcedure][]
  return procedures.flatMap(([name, procedure]) => {
    const meta = procedure._def.meta as Meta | undefined
    const [given] = (procedure._def as { inputs?: unknown[] }).inputs ?? []
    const input = given instanceof z.ZodOptional ? given.unwrap() : given
    return meta?.openapi
      ? [
          {
            name,
            method: meta.openapi.method,
            path: meta.openapi.path,
            isPage: meta.isPage ?? false,
            listLimit: meta.listLimit ?? null,
            input: input instanceof z.ZodObject ? input : null,
            fields: addressFields(input),
            isLarge: meta.isLarge ?? false,
            meta,
          },
        ]
      : []
  })
}

/** Mounts the procedures as plain routes under `prefix` of the scope, calling them through tRPC's own caller. */
export function mountRest(scope: FastifyInstance, contextOf: (request: FastifyRequest) => Context): void {
  for (const endpoint of endpoints()) {
    scope.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: endpoint.method === 'GET',
      ...(endpoint.isLarge && { bodyLimit: LARGE_BODY_MAX_BYTES }),
      config: {
        ...(endpoint.path.startsWith('/admin/') && { access: 'admin' as const }),
        whileSuspended: endpoint.meta.whileSuspended ?? false,
      },
      handler: async (request, reply) => {
        const call = procedureOf(createCaller(contextOf(request)), endpoint.name)
        const input = endpoint.input ? inputOf(request, endpoint.fields) : undefined
        const answer = await call(input)
        if (endpoint.listLimit !== null) {
          const { limit = endpoint.listLimit } = (input ?? {}) as { limit?: number }
          const last = cursorAfter(answer as { id: string }[], limit)
          if (last !== undefined) addNextPage(request, reply, last)
        }
        if (!endpoint.isPage) return answer
        const page = answer as { items: unknown[]; nextCursor: string | null; total: number }
        reply.header('x-total-count', page.total)
        if (page.nextCursor !== null) addNextPage(request, reply, page.nextCursor)
        return page.items
      },
    })
  }
}

/** Adds the headers of the next page: its cursor and its address. */
function addNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const [path = '', query] = request.url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  reply.header('x-next-cursor', cursor).header('link', `<${path}?${parameters}>; rel="next"`)
}

/** The input of a request. Path parameters come last, so that a body cannot overwrite them. */
function inputOf(request: FastifyRequest, fields: AddressFields): unknown {
  const { params, query, body } = request
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  if (hasBody && body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) return body
  const input = {
    ...(hasBody ? (body as object | undefined) : fromAddress(query as Record<string, unknown>, fields)),
    ...fromAddress(params as Record<string, unknown>, fields),
  }
  return input
}

type Call = (input: unknown) => Promise<unknown>

/** A procedure by its path in the router. */
export function procedureOf(caller: ReturnType<typeof createCaller>, name: string): Call {
  const [feature = '', verb = ''] = name.split('.')
  const procedures: object = caller
  const call = (procedures as Record<string, Record<string, Call>>)[feature]?.[verb]
  if (!call) throw new Error(`no procedure ${name}`)
  return call
}
