import type { FastifyInstance } from 'fastify'

/** Whether a request's cookie names the dark theme. */
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
