import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

export const isDark = (cookie = '') => /(?:^|;\s*)theme=dark(?:;|$)/.test(cookie)

/** A page with the theme on its root, so that its first paint does not wait for the script that would set it. */
export function withTheme(html: string, cookie: string | undefined): string {
  const theme = isDark(cookie) ? 'dark' : 'light'
  return html.replace('<html lang="en">', `<html lang="en" class="${theme}" data-mantine-color-scheme="${theme}">`)
}

/** Sends the pages of a scope in the theme that their visitor has chosen, also to browsers without scripts. */
export function keepTheme(scope: FastifyInstance): void {
  scope.addHook('onSend', async ({ headers }, reply, payload) => {
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
    return isPage ? withTheme(payload, headers.cookie) : payload
  })
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * `POST /theme/light` and `/theme/dark`: keeps the chosen theme in a cookie, for the next page. The page's script writes
 * the same cookie (apps/web/src/theme-choice.ts), but Safari drops a script's cookie after seven days.
 */
export function registerTheme(scope: FastifyInstance): void {
  const config = { access: 'anybody' as const }
  scope.post<{ Params: { theme: string } }>('/theme/:theme', { config }, (request, reply) => {
    const { theme } = request.params
    if (theme !== 'light' && theme !== 'dark') throw new AppError('address-not-found')
    return reply
      .status(204)
      .header('cache-control', 'no-store')
      .header('set-cookie', `theme=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`)
      .send()
  })
}
