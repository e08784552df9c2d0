import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '@barkyard/domain/schemas/user'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { AppFrame } from '../components/app-frame.tsx'
import { Component as Landing } from '../features/landing/landing.tsx'
import { type BuildManifest, filesOf } from './chunks.ts'
import { type FirstAnswer, type Question, SENT_ALONG_ID, type SentAlong } from './first-answers.ts'
import { firstQuestions } from './first-questions.ts'
import { answersOf, aroundScreen, firstView } from './first-view.tsx'
import { screenAt } from './screen-names.ts'

/** Inside a script element no text may end it. */
const jsonInHtml = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** What the built app needs of its pages' HTML; the api calls it by this shape (http/web-pages.ts there). */
export function openPages(folder: string) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as BuildManifest

  /** Stylesheets first: the first paint waits for them, not for scripts. The ones that the template has are left out. */
  function links(modules: readonly string[], withScripts: boolean): string {
    const { scripts, styles } = filesOf(manifest, modules)
    const isNew = (file: string) => !template.includes(file)
    const sheets = styles.filter(isNew).map(file => `<link rel="stylesheet" crossorigin href="/${file}">`)
    const preloads = withScripts
      ? scripts.filter(isNew).map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
      : []
    return [...sheets, ...preloads].join('')
  }

  const draw = (view: ReactNode) => renderToStaticMarkup(view)
  // As functions: what stands there may hold a "$&".
  const fill = (html: string, head: string, body: string) =>
    html.replace('</head>', () => `${head}</head>`).replace('<div id="root"></div>', () => body)

  const landing = (() => {
    const file = manifest['src/page/landing.ts']?.file ?? ''
    const html = template.replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    const head = `${links(['src/features/landing/landing.tsx'], false)}<script type="module" crossorigin src="/${file}"></script>`
    return fill(html, head, `<div id="root">${draw(<Landing />)}</div>`)
  })()

  return {
    /** Without knowing who looks: the scripts ask. */
    unknown: () => template,

    /** For whoever is signed out. */
    landing: () => landing,

    /** What the page at an address asks first. */
    questions(user: User, address: string): Question[] {
      const url = new URL(address, 'http://page')
      const { screen, id } = screenAt(url.pathname, user)
      return firstQuestions(screen, user, url, id)
    },

    /** The page of somebody who is signed in: its frame and what is known of its screen, drawn; and the answers. */
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
      return fill(
        template,
        links(['src/app.tsx', ...modules], true),
        `<div id="root">${draw(view)}</div><script type="application/json" id="${SENT_ALONG_ID}">${jsonInHtml(sentAlong)}</script>`,
      )
    },
  }
}

export type Pages = ReturnType<typeof openPages>
