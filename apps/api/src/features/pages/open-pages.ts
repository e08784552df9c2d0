import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Inviter } from '@barkyard/domain/invite'
import type { User } from '@barkyard/domain/schemas/user'
import type { FooterLinks } from '../../config.ts'
import { webFolder } from '../../platform/data-file.ts'
import type { Context } from '../../platform/trpc/context.ts'
// biome-ignore lint/style/noRestrictedImports: a page is rendered with calls of every feature
import type { AppRouter } from '../index.ts'

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

export async function openPages(): Promise<WebPages | null> {
  const file = join(webFolder(), 'server', 'server.js')
  if (!existsSync(file)) return null
  const module = (await import(pathToFileURL(file).href)) as { openPages(folder: string): WebPages }
  return module.openPages(join(webFolder(), 'client'))
}

/** The names by which pages are told apart; none while the web app is not built. */
export const pageRoutes = async (): Promise<ReadonlySet<string>> => new Set((await openPages())?.routes)
