import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '@barkyard/domain/schemas/user'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { AppFrame } from '../components/app-frame.tsx'
import type { FooterLinks } from '../features/landing/footer.tsx'
import { Component as Landing } from '../features/landing/landing.tsx'
import { type BuildManifest, filesOf } from './chunks.ts'
import { type FirstAnswer, type Question, SENT_ALONG_ID, type SentAlong } from './first-answers.ts'
import { firstQuestions } from './first-questions.ts'
import { answersOf, aroundScreen, firstView } from './first-view.tsx'
import { screenAt } from './screen-names.ts'

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

/** Renders the HTML of pages. The api uses it through the interface in its http/web-pages.ts. */
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

  /**
   * The styles of these modules, in the page itself: the first paint waits for no second round to the server.
   * The disabled links are not downloaded. They tell the app's scripts which styles are there already.
   */
  function styles(modules: readonly string[]): string {
    const files = filesOf(manifest, ['index.html', ...modules]).styles
    const links = files.map(file => `<link rel="stylesheet" crossorigin disabled href="/${file}">`)
    return `<style>${files.map(sheet).join('')}</style>${links.join('')}`
  }

  const draw = (view: ReactNode) => renderToStaticMarkup(view)
  // Replacement functions, because the text may contain "$&".
  const fill = (html: string, head: string, body: string) =>
    html
      .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => body)

  function drawLanding(links: FooterLinks): string {
    const file = manifest['src/page/landing.ts']?.file ?? ''
    const html = template.replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    const head = `${styles(['src/features/landing/landing.tsx'])}<script type="module" crossorigin src="/${file}"></script>`
    return fill(html, head, `<div id="root">${draw(<Landing links={links} />)}</div>`)
  }

  return {
    /** The page for an unknown caller: its scripts ask for the user. */
    unknown: () => template,

    /** The page for signed-out visitors. */
    landing: drawLanding,

    /** The first queries of the page at an address. */
    questions(user: User, address: string): Question[] {
      const url = new URL(address, 'http://page')
      const { screen, id } = screenAt(url.pathname, user)
      return firstQuestions(screen, user, url, id)
    },

    /** The page of a signed-in user: the rendered frame and screen, and the answers. */
    signedIn(user: User, address: string, answers: FirstAnswer[]): string {
      const url = new URL(address, 'http://page')
      const { screen, modules } = screenAt(url.pathname, user)
      const known = answersOf(answers)
      const view = (
        <StaticRouter location={url.pathname}>
          <AppFrame around={aroundScreen(user, known)}>{firstView(screen, user, known)}</AppFrame>
        </StaticRouter>
      )
      const sentAlong: SentAlong = { user, answers }
      const needed = ['src/app.tsx', ...modules]
      const { links, rest } = splitPreloads(draw(view))
      return fill(
        // Pictures before scripts: a browser has six connections, and asks for what comes first on them.
        template.replace('<head>', () => `<head>${links}`),
        `${styles(needed)}${preloads(needed)}`,
        `<div id="root">${rest}</div><script type="application/json" id="${SENT_ALONG_ID}">${jsonInHtml(sentAlong)}</script>`,
      )
    },
  }
}

export type Pages = ReturnType<typeof openPages>
