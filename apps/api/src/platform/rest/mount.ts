import { type AnyTRPCProcedure, type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { LARGE_BODY_MAX_BYTES } from '../http/json.ts'
import type { Context, PageInfo } from '../trpc/context.ts'
import { type Meta, proceduresOf } from '../trpc/meta.ts'

export interface Endpoint {
  /** The procedure's path in the router, "dogs.mine". */
  name: string
  procedure: AnyTRPCProcedure
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** As in the document, "/dogs/{id}". */
  path: string
  /** Its input; null for procedures without one. */
  input: z.ZodObject | null
  fields: AddressFields
  /** The answer is a page of a list. Over REST it is the plain list; the cursor, and the total if there is one, are in headers. */
  isPage: boolean
  meta: Meta & { rest: string }
}

export function endpoints(router: AnyTRPCRouter): Endpoint[] {
  return proceduresOf(router).flatMap(([name, procedure, meta]) => {
    if (!meta.rest) return []
    const [method, path] = meta.rest.split(' ') as [Endpoint['method'], string]
    const { inputs: [given] = [], output } = procedure._def as { inputs?: unknown[]; output?: unknown }
    const input = given instanceof z.ZodOptional || given instanceof z.ZodPrefault ? given.unwrap() : given
    return [
      {
        name,
        procedure,
        method,
        path,
        input: input instanceof z.ZodObject ? input : null,
        fields: addressFields(input),
        isPage: output instanceof z.ZodObject && 'nextCursor' in output.shape,
        meta,
      },
    ]
  })
}

/** Mounts the procedures as plain routes of the scope, calling them as tRPC does. */
export function mountRest(
  scope: FastifyInstance,
  router: AnyTRPCRouter,
  contextOf: (request: FastifyRequest) => Context,
): void {
  for (const endpoint of endpoints(router)) {
    scope.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: endpoint.method === 'GET',
      ...(endpoint.meta.isLarge && { bodyLimit: LARGE_BODY_MAX_BYTES }),
      config: {
        ...(endpoint.meta.right && { right: endpoint.meta.right }),
        whileSuspended: endpoint.meta.whileSuspended ?? false,
        anyScope: endpoint.meta.anyScope ?? false,
        parameters: queryParametersOf(endpoint),
      },
      handler: async (request, reply) => {
        const following: PageInfo = { next: null }
        const answer = await callTRPCProcedure({
          router,
          path: endpoint.name,
          type: endpoint.procedure._def.type,
          ctx: { ...contextOf(request), page: following },
          getRawInput: async () => (endpoint.input ? inputOf(request, endpoint.fields) : undefined),
          signal: undefined,
          batchIndex: 0,
        })
        // Fastify sends null as an empty body.
        if (answer === null) return reply.type('application/json; charset=utf-8').send('null')
        if (following.next) addNextPage(request, reply, following.next)
        if (!endpoint.isPage) return answer
        const page = answer as { items: unknown[]; nextCursor: string | null; total?: number }
        if (page.total !== undefined) reply.header('x-total-count', page.total)
        if (page.nextCursor !== null) addNextPage(request, reply, { parameter: 'cursor', value: page.nextCursor })
        return page.items
      },
    })
  }
}

/** Adds the headers of the next page: its address and, if the list has cursors, its cursor. */
function addNextPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { parameter, value }: NonNullable<PageInfo['next']>,
): void {
  const [path = '', query] = request.url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(parameter, value)
  if (parameter === 'cursor') reply.header('x-next-cursor', value)
  reply.header('link', `<${path}?${parameters}>; rel="next"`)
}

/** The names of the parameters that a call takes in its query. */
const queryParametersOf = ({ method, path, input }: Pick<Endpoint, 'method' | 'path' | 'input'>): string[] =>
  method === 'GET' ? Object.keys(input?.shape ?? {}).filter(field => !path.includes(`{${field}}`)) : []

/** The input of a request. Path parameters come last, so that a body cannot overwrite them. */
function inputOf(request: FastifyRequest, fields: AddressFields): unknown {
  const { params, query, body } = request
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  if (hasBody && body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) return body
  return {
    ...(hasBody ? (body as object | undefined) : fromAddress(query as Record<string, unknown>, fields)),
    ...fromAddress(params as Record<string, unknown>, fields),
  }
}

/** The fields of an input that need conversion from text in an address. */
interface AddressFields {
  numbers: ReadonlySet<string>
  lists: ReadonlySet<string>
}

function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType)
  }
  return schema instanceof z.ZodPipe ? innermost(schema.in as z.ZodType) : schema
}

/** Finds an input's numbers and lists, which are text in an address. */
function addressFields(input: unknown): AddressFields {
  const shape = input instanceof z.ZodObject ? Object.entries(input.shape) : []
  const fields = shape.map(([name, schema]) => ({ name, schema: innermost(schema) }))
  const namesOf = (isKind: (schema: z.ZodType) => boolean) =>
    new Set(fields.filter(({ schema }) => isKind(schema)).map(({ name }) => name))
  return {
    numbers: namesOf(schema => schema instanceof z.ZodNumber),
    lists: namesOf(schema => schema instanceof z.ZodArray),
  }
}

/**
 * Converts the parameters of an address to a procedure's input. Numbers are parsed from decimal text. Lists are
 * comma-joined or repeated (`sizes=a,b`, `sizes=a&sizes=b`); empty text is an empty list. Everything else is left for the
 * schema to refuse. The conversion is here, so that the shared schemas stay strict for tRPC.
 */
function fromAddress(parameters: Record<string, unknown>, { numbers, lists }: AddressFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (lists.has(name)) return [name, [value].flat().flatMap(splitList)]
      const isNumber = numbers.has(name) && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      return [name, isNumber ? Number(value) : value]
    }),
  )
}

const splitList = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',').filter(part => part !== '') : [value]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the parameters that a call takes in its query. Default: none. */
    parameters?: readonly string[]
  }
}

/** The most unknown parameters that a refusal names. */
const NAMED_MAX = 10

/**
 * Refuses parameters that a call does not take: a misspelt filter would be ignored, and the answer taken for a filtered
 * one. Pages for everybody are left out, because whoever links to them may add some.
 */
export function refuseUnknownParameters(scope: FastifyInstance): void {
  scope.addHook('preValidation', async ({ query, routeOptions: { config } }) => {
    if (config.access === 'anybody') return
    const unknown = Object.keys(query as object).filter(name => !config.parameters?.includes(name))
    if (unknown.length > 0) throw unknownParameter(unknown.slice(0, NAMED_MAX))
  })
}

export const unknownParameter = (names: readonly string[]) =>
  new AppError('unknown-parameter', {
    path: names,
    message: `This call does not take ${names.join(', ')} in its address`,
  })
