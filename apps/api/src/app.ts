import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { appRouter, registerApiRoutes, registerRoutes } from './features/index.ts'
import { registerWebFiles, webPages } from './features/pages/web-pages.ts'
import { registerPhotos } from './features/photos/upload.ts'
import { makeServices, type ServicesOptions } from './make-services.ts'
import { registerCookie } from './platform/access/cookie.ts'
import { callerNow, registerGuard } from './platform/access/guard.ts'
import { AppError, errorAnswer, redactError, redactPath } from './platform/errors.ts'
import { isReadAsPage, sendPage } from './platform/http/form-page.ts'
import { answerBrokenRequest, BARE_HEADERS, registerCompression, registerHeaders } from './platform/http/headers.ts'
import { BODY_MAX_BYTES, parseOnlyJson } from './platform/http/json.ts'
import { refuseForeignWrites } from './platform/http/origin.ts'
import { messagePage } from './platform/http/page-shell.ts'
import { keepTheme, registerTheme } from './platform/http/theme-cookie.ts'
import { useInputWords } from './platform/input-words.ts'
import { registerHealth } from './platform/operation/health.ts'
import { countRequests, newRequestId } from './platform/operation/metrics.ts'
import { endConnections, leaveProxy } from './platform/operation/stopping.ts'
import { registerSockets } from './platform/realtime/connections.ts'
import { keepAnswers } from './platform/rest/idempotency.ts'
import { allowPreflight, collectMethods, shareWithTokens } from './platform/rest/methods.ts'
import { mountRest, refuseUnknownParameters } from './platform/rest/mount.ts'
import { type DocumentName, registerReference } from './platform/rest/reference.ts'
import type { Context } from './platform/trpc/context.ts'
import { sendTrpcAsText, serveTrpc } from './platform/trpc/serve.ts'
import type { Services } from './services.ts'

/** The longest time that a request may take to arrive, including the slowest upload. */
const REQUEST_WITHIN_MS = 300_000

export interface App {
  server: FastifyInstance
  services: Services
  requests: Registry
}

export interface LogOptions {
  /** Receives each line of the log. Default: standard output. */
  logTo?: { write(line: string): void }
}

/** Builds the app on an open, migrated database, without listening. Closing the server stops everything but the database. */
export async function buildApp(config: Config, options: ServicesOptions & LogOptions): Promise<App> {
  useInputWords()
  const server = makeServer(config, options)
  const services = await makeServices(config, server.log, options)
  // Jobs and requests end at the same time: one after the other would take longer than a process is given.
  server.addHook('preClose', async () => void services.jobs.stop())
  // Not before: what still loads keeps a busy machine from connecting in time, and the next try is in an hour.
  server.addHook('onListen', async () => void services.backups?.look())
  server.addHook('onClose', () => services.close())
  const requests = countRequests(server)
  const methods = collectMethods(server)

  await registerHeaders(server, config)
  await registerCompression(server)
  await registerCookie(server, config)
  if (config.trustProxy.length > 0) leaveProxy(server)
  await registerSockets(server, () => services.writer.drain())
  shareWithTokens(server)
  refuseForeignWrites(server, config.publicUrl)
  answerErrors(server)

  // This runs before the body is read, so nothing is parsed for an unknown address.
  server.addHook('onRequest', async (request, reply) => {
    const isKnown = !request.is404 && (request.routeOptions.url !== PAGES || !isOfServer(request.url))
    if (isKnown && methods.named(request.url)?.has(request.method) !== false) return
    reply.header('cache-control', 'no-store')
    const allowed = methods.all(request.url)
    // An id may be too long for a route that has the method.
    if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('address-not-found')
    reply.header('allow', allowed.join(', '))
    if (request.method !== 'OPTIONS') throw new AppError('wrong-method')
    allowPreflight(request, reply, allowed)
    return reply.status(204).send()
  })

  const contextOf = (request: FastifyRequest): Context => ({
    services,
    resolveCaller: () => callerNow(request, services),
    allowance: request.allowance,
    limitHeaders: request.limitHeaders,
    arrivedAt: request.arrivedAt,
  })
  await server.register(
    async api => {
      registerGuard(api, services)
      keepTheme(api)
      api.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      sendTrpcAsText(api)
      keepAnswers(api, services)
      registerHealth(api, services)
      await api.register(scope => registerReference(scope, config, makeDocument))
      await api.register(async rest => {
        refuseUnknownParameters(rest)
        mountRest(rest, appRouter, contextOf)
        await registerApiRoutes(rest, services)
      })
      await api.register(scope => serveTrpc(scope, appRouter, services, contextOf), { prefix: '/trpc' })
    },
    { prefix: '/api' },
  )
  await server.register(async scope => {
    registerGuard(scope, services)
    registerRoutes(scope, services)
    registerTheme(scope)
  })
  registerPhotos(server, services)
  await registerWebFiles(server)
  const page = await webPages(services)
  // Routes, because hooks of plugins, such as compression, leave out what the handler of unknown addresses answers.
  server.get('/', page)
  server.get(PAGES, page)
  endConnections(server)
  return { server, services, requests }
}

/** Loads the libraries only for the first document: most processes serve none. */
const makeDocument = async (name: DocumentName, server: URL) => (await import('./documents.ts')).DOCUMENTS[name](server)

const PAGES = '/*'

/** Whether an address belongs to the server. All others are pages of the web app. */
const isOfServer = (url: string) => /^\/(api|photos|assets|calendar|theme|ws)(\/|$|\?)/.test(url)

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return URL.canParse(url, 'http://page')
  } catch {
    return false
  }
}

function makeServer(config: Config, { logTo }: LogOptions): FastifyInstance {
  const server = fastify({
    logger: {
      level: config.logLevel,
      ...(logTo && { stream: logTo }),
      serializers: {
        // Headers, bodies and query strings are not logged: they hold cookies, places and e-mails.
        req: (request: FastifyRequest) => ({ method: request.method, path: redactPath(request.url) }),
        res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
        // At level trace the multipart plugin logs its options, which include the headers and so the cookie.
        busboyOptions: () => undefined,
        err: redactError as (error: Error) => { type: string; message: string; stack: string },
      },
    },
    genReqId: newRequestId,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { maxParamLength: 5000, ignoreTrailingSlash: true },
    // A malformed address of a page is an unknown page: the web app answers it.
    rewriteUrl: ({ url = '/' }) => (isOfServer(url) || isReadable(url) ? url : '/'),
    // A malformed address of a call fails before any route. The error has the same shape as all others.
    frameworkErrors: (error, _, reply: FastifyReply) => {
      const { status, body } = errorAnswer(error)
      reply.status(status).headers(BARE_HEADERS).send(body)
    },
    clientErrorHandler: answerBrokenRequest,
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are served: a proxy would pass a 503 on to the client.
    return503OnClosing: false,
  })
  // Node would answer an unknown Expect header with an empty 417. Treat it as an ordinary request.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  parseOnlyJson(server)
  return server
}

function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = errorAnswer(error)
    // An AppError of status 500 was logged where it was made.
    if (status === 500 && !(error instanceof AppError))
      request.log.error({ error: redactError(error) }, 'a request failed')
    reply.status(status).headers(headers)
    if (!isReadAsPage(request)) return reply.send(body)
    const action = { label: 'Open Barkyard', href: '/' }
    return sendPage(reply, status, messagePage({ title: 'That did not work', text: body.message, action }))
  })
}
