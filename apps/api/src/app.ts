import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { registerCookie } from './access/cookie.ts'
import { callerNow, registerDoor } from './access/door.ts'
import type { Config } from './config.ts'
import { AppError, errorAnswer, redactError, redactPath } from './errors.ts'
import { registerAccountExport } from './http/account-export.ts'
import { answerBrokenRequest } from './http/broken-request.ts'
import { registerCalendarFeed, registerPlaydateFile } from './http/calendar.ts'
import { registerCompression } from './http/compression.ts'
import { registerPhotos, registerWebFiles } from './http/files.ts'
import { BARE_HEADERS, registerHeaders } from './http/headers.ts'
import { registerHealth } from './http/health.ts'
import { BODY_MAX_BYTES, parseOnlyJson } from './http/json.ts'
import { collectMethods } from './http/methods.ts'
import { registerOidc } from './http/oidc.ts'
import { refuseForeignWrites } from './http/origin.ts'
import { registerPhotoUpload } from './http/photo-upload.ts'
import { registerReference } from './http/reference.ts'
import { registerReportPhotos } from './http/report-photos.ts'
import { registerSignIn, registerSignOut } from './http/sign-in.ts'
import { registerUnsubscribe } from './http/unsubscribe.ts'
import { webPages } from './http/web-pages.ts'
import { useInputWords } from './input-words.ts'
import { makeServices, type ServicesOptions } from './make-services.ts'
import { endConnections } from './operation/end-connections.ts'
import { leaveProxy } from './operation/leave-proxy.ts'
import { countRequests, newRequestId } from './operation/request-counts.ts'
import { registerChatSocket } from './realtime/chat-socket.ts'
import { registerEventStream } from './realtime/event-stream.ts'
import { registerSockets } from './realtime/sockets.ts'
import { mountRest } from './rest/mount.ts'
import type { Services } from './services.ts'
import type { Context } from './trpc/context.ts'
import { serveTrpc } from './trpc/serve.ts'

/** The longest time that a request may take to arrive, including the slowest upload. */
const REQUEST_WITHIN_MS = 300_000

export interface App {
  server: FastifyInstance
  services: Services
  /** The durations of requests, by route and status. */
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
  server.addHook('onClose', () => services.close())
  const requests = countRequests(server)
  const methodsOf = collectMethods(server)

  await registerHeaders(server, config)
  await registerCompression(server)
  await registerCookie(server, config)
  if (config.trustProxy.length > 0) leaveProxy(server)
  await registerSockets(server, services)
  refuseForeignWrites(server, config.publicUrl)
  answerErrors(server)

  const contextOf = (request: FastifyRequest): Context => ({
    services,
    whoCalls: () => callerNow(request, services),
    allowance: request.allowance,
    standings: request.standings,
  })
  await server.register(
    async api => {
      registerDoor(api, services)
      api.addHook('onSend', async ({ standings }, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        const limits = standings?.headers()
        if (limits) reply.header('ratelimit-policy', limits.policy).header('ratelimit', limits.left)
      })
      registerHealth(api, services)
      await api.register(scope => registerReference(scope, config))
      registerSignOut(api, services)
      mountRest(api, contextOf)
      if (config.oidc) registerOidc(api, services, config.oidc)
      else await api.register(scope => registerSignIn(scope, services))
      registerAccountExport(api, services)
      registerPlaydateFile(api, services)
      registerEventStream(api, services)
      registerReportPhotos(api, services)
      await api.register(scope => registerUnsubscribe(scope, services))
      await api.register(scope => registerPhotoUpload(scope, services))
      await api.register(scope => serveTrpc(scope, services, contextOf), { prefix: '/trpc' })
    },
    { prefix: '/api' },
  )
  await server.register(async scope => {
    registerDoor(scope, services)
    registerChatSocket(scope, services)
    registerCalendarFeed(scope, services)
  })
  registerPhotos(server, services)
  await registerWebFiles(server)
  const page = await webPages(services)
  server.get('/', page)
  const isPage = ({ method, url }: FastifyRequest) => (method === 'GET' || method === 'HEAD') && !isOfServer(url)
  // This runs before the body is read, so nothing is parsed for an unknown address.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isPage(request)) return
    reply.header('cache-control', 'no-store')
    const allowed = methodsOf(request.url)
    if (allowed.length === 0) throw new AppError('address-not-found')
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.status(204).send()
    throw new AppError('wrong-method')
  })
  server.setNotFoundHandler(page)
  endConnections(server)
  return { server, services, requests }
}

/** Whether an address belongs to the server. All others are pages of the web app. */
const isOfServer = (url: string) => /^\/(api|photos|assets|calendar|ws)(\/|$|\?)/.test(url)

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
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

/** One place where errors become answers. */
function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfter } = errorAnswer(error)
    // An AppError of status 500 was logged where it was made.
    if (status === 500 && !(error instanceof AppError))
      request.log.error({ error: redactError(error) }, 'a request failed')
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (body.reason === 'not-signed-in') reply.header('www-authenticate', 'Bearer')
    return reply.status(status).send(body)
  })
}
