import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { User } from '@barkyard/domain/schemas/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../access/cookie.ts'
import type { Caller } from '../access/sessions.ts'
import { asAppError, redactError } from '../errors.ts'
import { readUser } from '../features/auth.ts'
import { procedureOf } from '../rest/mount.ts'
import { createCaller } from '../root-router.ts'
import type { Services } from '../services.ts'
import { webFolder } from './web-folder.ts'

/** A read that a page begins with. */
interface Question {
  /** A procedure's path, "sniff.search". */
  path: string
  input?: unknown
}
interface Answer extends Question {
  data: unknown
}

/** What the built web app knows of its pages (apps/web/src/page/server.tsx). Addresses are paths with their query. */
interface WebPages {
  /** The page for when it is not known who looks. */
  unknown(): string
  landing(): string
  questions(user: User, address: string): Question[]
  signedIn(user: User, address: string, answers: Answer[]): string
}

/** The longest that a page waits for an answer, in ms. Its scripts ask for the missing ones. */
const ANSWER_WITHIN_MS = 1_000
/** Longer answers (JSON, in characters) would hold the page up that they come with. */
const ANSWER_MAX = 100_000

const NOT_BUILT = '<!doctype html><title>Barkyard</title><p>The web app is not built: run pnpm build.'

async function openPages(): Promise<WebPages | null> {
  const file = join(webFolder(), 'server', 'server.js')
  if (!existsSync(file)) return null
  const module = (await import(pathToFileURL(file).href)) as { openPages(folder: string): WebPages }
  return module.openPages(join(webFolder(), 'client'))
}

/**
 * Serves the web app's page for every path that is nobody else's. The server knows by the cookie who looks, so the page
 * comes with its frame drawn and with the answers that its screen begins with: one round trip, nothing asked in vain.
 */
export async function webPages(
  services: Services,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const pages = await openPages()
  const tileUrl = services.config.tileUrl.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
  const send = (reply: FastifyReply, html: string, caching: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', caching)
      .header('vary', 'cookie')
      .send(html.replace('</head>', () => `<meta name="tile-url" content="${tileUrl}"></head>`))

  return async (request, reply) => {
    if (!pages) return send(reply, NOT_BUILT, 'no-cache')
    try {
      const caller = await callerOf(request, services.sessions)
      if (!caller) return send(reply, pages.landing(), 'no-cache')
      const user = await readUser(services, caller)
      const answers = await answer(services, caller, pages.questions(user, request.url))
      return send(reply, pages.signedIn(user, request.url, answers), 'no-store')
    } catch (error) {
      // The database is away, or the session ended just now. The page comes all the same, and says what is the matter.
      if (!asAppError(error)) request.log.error({ error: redactError(error) }, 'a page could not be drawn')
      return send(reply, pages.unknown(), 'no-store')
    }
  }
}

/** Makes the calls of the page, counted like any others. Failed and slow ones are left out. */
async function answer(services: Services, caller: Caller, questions: Question[]): Promise<Answer[]> {
  const allowance = await services.limits.takeSome('calls', caller.userId, questions.length)
  const procedures = createCaller({ services, whoCalls: async () => caller, allowance })
  const answers = await Promise.all(
    questions.map(async question => {
      const asked = procedureOf(procedures, question.path)(question.input)
      const data = await inTime(asked.catch(() => undefined))
      const fits = data !== undefined && JSON.stringify(data).length <= ANSWER_MAX
      return fits ? [{ ...question, data }] : []
    }),
  )
  return answers.flat()
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
