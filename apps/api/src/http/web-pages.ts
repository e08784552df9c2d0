import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { User } from '@barkyard/domain/schemas/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../access/cookie.ts'
import type { Caller } from '../access/sessions.ts'
import type { FooterLinks } from '../config.ts'
import { asAppError, redactError } from '../errors.ts'
import { readUser } from '../features/auth.ts'
import { procedureOf } from '../rest/mount.ts'
import { createCaller } from '../root-router.ts'
import type { Services } from '../services.ts'
import { webFolder } from './web-folder.ts'

/** A query that a page needs for its first render. */
interface Question {
  /** A procedure's path, "sniff.search". */
  path: string
  input?: unknown
}
interface Answer extends Question {
  data: unknown
}

/** The interface of the built web app (apps/web/src/page/server.tsx). Addresses are paths with their query. */
interface WebPages {
  /** The page for callers whom the server could not identify. */
  unknown(): string
  landing(links: FooterLinks): string
  questions(user: User, address: string): Question[]
  signedIn(user: User, address: string, answers: Answer[]): string
}

/** The longest time that a page waits for an answer, in ms. The browser asks for missing ones itself. */
const ANSWER_WITHIN_MS = 1_000
/** In characters of JSON. Longer answers would delay their page, so they are left out. */
const ANSWER_MAX = 100_000

const NOT_BUILT = '<!doctype html><title>Barkyard</title><p>The web app is not built: run pnpm build.'

async function openPages(): Promise<WebPages | null> {
  const file = join(webFolder(), 'server', 'server.js')
  if (!existsSync(file)) return null
  const module = (await import(pathToFileURL(file).href)) as { openPages(folder: string): WebPages }
  return module.openPages(join(webFolder(), 'client'))
}

/**
 * Serves the web app for every path that no other route handles. The cookie identifies the caller, so the page is
 * rendered with its frame and with the answers that its screen needs first, in one round trip.
 */
export async function webPages(
  services: Services,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const { tileUrl, footerLinks } = services.config
  const pages = await openPages()
  const landing = pages?.landing(footerLinks) ?? ''
  // For the parts that only the browser draws.
  const told =
    meta('tile-url', tileUrl) +
    (Object.keys(footerLinks).length > 0 ? meta('footer-links', JSON.stringify(footerLinks)) : '')
  const send = (reply: FastifyReply, html: string, caching: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', caching)
      .header('vary', 'cookie')
      .send(inTheme(html, reply.request.headers.cookie).replace('</head>', () => `${told}</head>`))

  return async (request, reply) => {
    if (!pages) return send(reply, NOT_BUILT, 'no-cache')
    try {
      const caller = await callerOf(request, services.sessions)
      if (!caller) return send(reply, landing, 'no-cache')
      const user = await readUser(services, caller)
      const answers = await answer(services, caller, pages.questions(user, request.url))
      return send(reply, pages.signedIn(user, request.url, answers), 'no-store')
    } catch (error) {
      // The database is away, or the session has just ended. The page is served anyway and shows the problem.
      if (!asAppError(error)) request.log.error({ error: redactError(error) }, 'a page could not be drawn')
      return send(reply, pages.unknown(), 'no-store')
    }
  }
}

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${content.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)}">`

/** The page in the theme that its cookie names, so that its first paint does not wait for the script that would set it. */
function inTheme(html: string, cookie = ''): string {
  const theme = /(?:^|;\s*)theme=dark(?:;|$)/.test(cookie) ? 'dark' : 'light'
  const page = html
    .replace('<html lang="en">', `<html lang="en" class="${theme}" data-mantine-color-scheme="${theme}">`)
    .replace('<script src="/theme.js">', '<script src="/theme.js" async>')
  return theme === 'dark'
    ? page.replace('name="theme-color" content="#FFFBF4"', 'name="theme-color" content="#121C17"')
    : page
}

/** Makes the calls that a page needs first. They count like any others. Failed and slow ones are left out. */
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
