import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findInviter } from '@barkyard/db/queries/invites/invites'
import type { Inviter } from '@barkyard/domain/invite'
import type { User } from '@barkyard/domain/schemas/user'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FooterLinks } from '../../config.ts'
import { bearerTokenOf, callerOf } from '../../platform/access/cookie.ts'
import { networkOf } from '../../platform/access/limits.ts'
import { webFolder } from '../../platform/data-file.ts'
import { AppError, asAppError, redactError } from '../../platform/errors.ts'
import { isDark, withTheme } from '../../platform/http/theme-cookie.ts'
import { keepWantedPage, takeWantedPage } from '../../platform/http/wanted-page.ts'
import type { Context } from '../../platform/trpc/context.ts'
import type { Services } from '../../services.ts'
import { readUser } from '../account/index.ts'
// biome-ignore lint/style/noRestrictedImports: a page is rendered with calls of every feature
import { type AppRouter, appRouter } from '../index.ts'
import { keepInvite } from '../invites/index.ts'

const NOT_BUILT = '<!doctype html><title>Barkyard</title><p>The web app is not built: run pnpm build.'

/**
 * Serves the web app for every path that no other route handles. The cookie identifies the caller, so the page is
 * rendered with its frame and with the data that its screen needs first, in one round trip.
 */
export async function webPages(
  services: Services,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const { tileUrl, footerLinks, publicUrl } = services.config
  const isSecure = publicUrl.protocol === 'https:'
  const pages = await openPages()
  const landing = pages?.landing(footerLinks) ?? ''
  const landingAfterEnd = pages?.landing(footerLinks, 'ended') ?? ''
  // For the parts that only the browser draws.
  const browserMeta =
    meta('tile-url', tileUrl) +
    (services.vitals ? meta('vitals', 'on') : '') +
    (Object.keys(footerLinks).length > 0 ? meta('footer-links', JSON.stringify(footerLinks)) : '')
  const send = (reply: FastifyReply, html: string, caching: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', caching)
      .header('vary', 'cookie')
      .send(inTheme(html, reply.request.headers.cookie).replace('</head>', () => `${browserMeta}</head>`))

  async function landingOfGuest(web: WebPages, code: string): Promise<string> {
    const inviter = await findInviter(services.db, code)
    const html = web.landing(footerLinks, inviter)
    if (!inviter) return html
    const picture = new URL(inviter.photo?.urlLarge ?? '/icon-512.png', publicUrl).href
    const preview =
      property('og:type', 'website') +
      property('og:site_name', 'Barkyard') +
      property('og:title', `${inviter.firstName} and ${inviter.dogName} invite you to Barkyard`) +
      property('og:description', "Sign up and add your dog, and we'll introduce you to each other.") +
      property('og:image', picture) +
      meta('twitter:card', 'summary')
    return html.replace('</head>', () => `${preview}</head>`)
  }

  return async (request, reply) => {
    const invite = keepInvite(request, reply, { isSecure })
    try {
      const caller = await callerOf(request, services.sessions)
      await services.limits.take('calls', caller?.userId ?? networkOf(request.ip))
      if (!pages) return send(reply, NOT_BUILT, 'no-cache')
      if (!caller) {
        keepWantedPage(request, reply, { isSecure })
        // A wrong token says nothing about the session in the cookie.
        if (request.session.get('id') === undefined || bearerTokenOf(request) !== null)
          return send(reply, invite === undefined ? landing : await landingOfGuest(pages, invite), 'no-cache')
        // It ended without the visitor, who is told once, unless they have just deleted their account.
        request.session.delete()
        return send(reply, request.url === '/?goodbye' ? landing : landingAfterEnd, 'no-store')
      }
      const wanted = isHome(request) ? takeWantedPage(request, reply) : null
      if (wanted !== null) return reply.redirect(wanted, 303)
      const user = await readUser(services, caller)
      // These calls count like any others.
      const resolveCaller = async () => {
        await services.limits.take('calls', caller.userId)
        return caller
      }
      const calls = { router: appRouter, ctx: { services, resolveCaller } }
      return send(reply, await pages.signedIn(user, request.url, calls), 'no-store')
    } catch (error) {
      // The database is unavailable, or the session has just ended. The page is served anyway and shows the problem.
      const known = asAppError(error)
      if (!known) request.log.error({ error: redactError(error) }, 'a page could not be drawn')
      if (known?.reason === 'too-many-requests') reply.status(429).header('retry-after', known.retryAfter)
      return send(reply, pages?.unknown() ?? NOT_BUILT, 'no-store')
    }
  }
}

const isHome = (request: FastifyRequest) => request.url === '/'

const meta = (name: string, content: string, attribute: 'name' | 'property' = 'name') =>
  `<meta ${attribute}="${name}" content="${content.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)}">`
const property = (name: string, content: string) => meta(name, content, 'property')

function inTheme(html: string, cookie: string | undefined): string {
  const page = withTheme(html, cookie).replace(
    '<script src="/theme.js">',
    '<script src="/theme.js" async fetchpriority="high">',
  )
  return isDark(cookie)
    ? page
        .replace('name="theme-color" content="#FFFBF4"', 'name="theme-color" content="#121C17"')
        .replace('href="/manifest.webmanifest"', 'href="/manifest-dark.webmanifest"')
    : page
}

/** The interface of the built web app (apps/web/src/page/server.tsx). Addresses are paths with their query. */
export interface WebPages {
  /** The names of the app's screens, and of the landing page. */
  routes: readonly string[]
  /** The page for callers whom the server could not identify. */
  unknown(): string
  /** @param note what the page says first: that the visitor's session has ended elsewhere, or who invited them; null: a friend. */
  landing(links: FooterLinks, note?: 'ended' | Inviter | null): string
  /** With the results of the calls that the page makes first. Failed and slow ones are left out. */
  signedIn(user: User, address: string, calls: { router: AppRouter; ctx: Context }): Promise<string>
}

async function openPages(): Promise<WebPages | null> {
  const file = join(webFolder(), 'server', 'server.js')
  if (!existsSync(file)) return null
  const module = (await import(pathToFileURL(file).href)) as { openPages(folder: string): WebPages }
  return module.openPages(join(webFolder(), 'client'))
}

/** The names by which pages are told apart; none while the web app is not built. */
export const pageRoutes = async (): Promise<ReadonlySet<string>> => new Set((await openPages())?.routes)

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The web app's files. */
export async function registerWebFiles(app: FastifyInstance): Promise<void> {
  const root = join(webFolder(), 'client')
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Files with a hash in their name are cached forever, the others revalidated.
    setHeaders: (reply, path) => reply.header('cache-control', path.includes('/assets/') ? FOR_GOOD : 'no-cache'),
    globIgnore: ['index.html*', '.vite/**', 'assets/**'],
  })
  // One route for all: a route for each of hundreds took a third of the app's start.
  const assets = new Set(readdirSync(join(root, 'assets')))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    if (assets.has(name)) return reply.sendFile(`/assets/${name}`)
    reply.header('cache-control', 'no-store')
    throw new AppError('address-not-found')
  })
}
