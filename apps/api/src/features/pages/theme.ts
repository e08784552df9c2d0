import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'

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
