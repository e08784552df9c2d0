import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AppRouter } from '@barkyard/api/features/index'
import type { Inviter } from '@barkyard/domain/invite'
import type { User } from '@barkyard/domain/schemas/user'
import { QueryClientProvider } from '@tanstack/react-query'
import { createServerSideHelpers } from '@trpc/react-query/server'
import type { inferRouterContext } from '@trpc/server'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { AppFrame } from '../components/app-frame.tsx'
import type { FooterLinks } from '../features/landing/footer.tsx'
import { Component as Landing } from '../features/landing/landing.tsx'
import { LANDING_ROUTE } from '../lib/measure-vitals.ts'
import { moduleOf, prefetchFrame, screenAt, screens } from '../screens.ts'
import { BOOTSTRAP_DATA_ID, type BootstrapData } from '../session.ts'
import { trpc, trpcClient, userKey } from '../trpc.ts'
import { type BuildManifest, filesOf } from './chunks.ts'
import { FirstView } from './first-view.tsx'

/** The longest time that a page waits for its first calls, in ms. The browser makes missing ones itself. */
const RESULTS_WITHIN_MS = 1_000
/** In characters of JSON. Longer results would delay their page, so they are left out. */
const RESULT_MAX = 100_000

/** Lets Chromium draw nothing before the data, which end the drawing: cards would move as the rest of them comes. */
const SHOWN_WHOLE = `<link rel="expect" href="#${BOOTSTRAP_DATA_ID}" blocking="render"/>`

type Context = inferRouterContext<AppRouter>

/** JSON for a script element, which it cannot close. */
const jsonInHtml = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** React begins the markup with links to its pictures. Those to the most important ones, apart from the rest of the markup. */
function splitPreloads(markup: string): { links: string; rest: string } {
  const links: string[] = []
  const rest = markup.replaceAll(/<link rel="preload"[^>]*fetchpriority="high"[^>]*>/gi, link => {
    links.push(link)
    return ''
  })
  return { links: links.join(''), rest }
}

/** Renders the HTML of pages. The api uses it through the interface in its features/pages/web-pages.ts. */
export function openPages(folder: string) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as BuildManifest

  const sheets = new Map<string, string>()
  function sheet(file: string): string {
    const text = sheets.get(file) ?? readFileSync(join(folder, file), 'utf8').trim()
    sheets.set(file, text)
    return text
  }

  /** The scripts that a page begins with, besides those that the template names. */
  const preloads = (modules: readonly string[]) =>
    filesOf(manifest, modules)
      .scripts.filter(file => !template.includes(file))
      .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
      .join('')

  /** Styles in the page itself: no second round to the server. The disabled links tell the scripts which are there. */
  function styles(modules: readonly string[]): string {
    const files = filesOf(manifest, ['index.html', ...modules]).styles
    const links = files.map(file => `<link rel="stylesheet" crossorigin disabled href="/${file}">`)
    return `<style>${files.map(sheet).join('')}</style>${links.join('')}`
  }

  // Replacement functions, because the text may contain "$&".
  const fill = (html: string, head: string, body: string) =>
    html
      .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => body)

  function drawLanding(links: FooterLinks, note?: 'ended' | Inviter | null): string {
    const file = manifest['src/page/landing.ts']?.file ?? ''
    const html = template.replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    const head = `${styles(['src/features/landing/landing.tsx'])}<script type="module" crossorigin src="/${file}"></script>`
    return fill(
      html,
      head,
      `<div id="root">${renderToStaticMarkup(<Landing links={links} {...(note !== undefined && { note })} />)}</div>`,
    )
  }

  return {
    routes: [...screens.map(([name]) => name), LANDING_ROUTE],

    /** The page for an unknown caller: its scripts ask for the user. */
    unknown: () => template,

    landing: drawLanding,

    /** The page of a signed-in user: its frame and screen, and the results of their first calls. */
    async signedIn(user: User, address: string, calls: { router: AppRouter; ctx: Context }): Promise<string> {
      const url = new URL(address, 'http://page')
      const at = screenAt(url.pathname, user)
      const visit = { user, url, id: at.id }
      const helpers = createServerSideHelpers(calls)
      const { queryClient } = helpers
      const asked = Promise.all([...prefetchFrame(helpers, visit), ...(at.screen.prefetches?.(helpers, visit) ?? [])])
      await Promise.race([asked, setTimeout(RESULTS_WITHIN_MS, undefined, { ref: false })])
      const queries = helpers.dehydrate({
        shouldDehydrateQuery: ({ state }) =>
          state.status === 'success' && JSON.stringify(state.data).length <= RESULT_MAX,
      })
      queryClient.setQueryData(userKey, user)
      const view = (
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <StaticRouter location={url.pathname}>
              <AppFrame>
                <FirstView at={at} visit={visit} />
              </AppFrame>
            </StaticRouter>
          </QueryClientProvider>
        </trpc.Provider>
      )
      const bootstrapData: BootstrapData = { user, queries }
      const needed = ['src/app.tsx', moduleOf(at.screen)]
      const { links, rest } = splitPreloads(renderToStaticMarkup(view))
      return fill(
        // Pictures before scripts: a browser has six connections, and asks for what comes first on them.
        template.replace('<head>', () => `<head>${links}${SHOWN_WHOLE}`),
        `${styles(needed)}${preloads(needed)}`,
        `<div id="root">${rest}</div><script type="application/json" id="${BOOTSTRAP_DATA_ID}">${jsonInHtml(bootstrapData)}</script>`,
      )
    },
  }
}
