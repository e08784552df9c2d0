import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { logoSvg } from '@barkyard/art/logo'
import { drawPortrait, portraitTraits } from '@barkyard/art/portrait'
import { webFolder } from '../data-file.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)

/** A dog that looks over the edge of the card. */
const PEEKING = drawPortrait(
  portraitTraits({
    name: 'Biscuit',
    breed: 'Golden Retriever',
    size: 'large',
    temperament: ['friendly'],
    seed: 'gate',
  }),
  { backdrop: 'none' },
)

/**
 * A page that the api serves itself. Not by React: its renderer is in the web app's build, and sign-in and mailed links
 * must work without one.
 * @param body HTML, already escaped
 * @param head more of it for the head. Default: the script that knows the theme where its cookie was lost
 */
export const pageShell = (title: string, body: string, head = '<script src="/theme.js"></script>') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Barkyard</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${fontFaces()}${STYLE}</style>
${head}
</head>
<body>
<div class="dog" aria-hidden="true">${PEEKING}</div>
<main>
  <a class="logo" href="/">${logoSvg({ size: 40 })}<span>Barkyard</span></a>
  <h1>${escapeHtml(title)}</h1>
  ${body}
</main>
</body>
</html>`

export const messagePage = ({
  title,
  text,
  action,
  head,
}: {
  title: string
  text: string
  action: { label: string; href: string }
  head?: string
}) =>
  pageShell(
    title,
    `<p>${escapeHtml(text)}</p><p><a class="button" href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a></p>`,
    head,
  )

const FENCE =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='46' height='130'%3E%3Cpath fill='%23ead9bd' d='M0 38h46v12H0zM0 92h46v12H0z'/%3E%3Cpath fill='%23fff7e8' d='M6 14q0-4 3-6l9-7q5-3 10 0l9 7q3 2 3 6v116H6z'/%3E%3C/svg%3E\")"
const FENCE_AT_NIGHT = FENCE.replace('%23ead9bd', '%23263f37').replace('%23fff7e8', '%232d4a40')

const STYLE = `
:root{--paper:#fffbf4;--card:#fff;--ink:#2b211b;--quiet:#6b5b50;--grass:#2a7a4b;--on-grass:#fff;--collar:#b23c21;--border:#917c6b;--sky:linear-gradient(#cfe9f2,#fdf3e0 75%);--lawn:#7cc17b;--near:#9bcd98;--far:#b9dcb4;--fence:${FENCE};color-scheme:light}
:root.dark{--paper:#121c17;--card:#1b2821;--ink:#edf3ec;--quiet:#a9b8ac;--grass:#7fd69a;--on-grass:#10200f;--collar:#ff8a6b;--border:#748779;--sky:linear-gradient(#0e1a20,#16302c 75%);--lawn:#24533a;--near:#1b3a33;--far:#1d3a3d;--fence:${FENCE_AT_NIGHT};color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:16px 16px 40px;color:var(--ink);font:1rem/1.5 Figtree,system-ui,sans-serif;background:linear-gradient(var(--lawn),var(--lawn)) bottom/100% 18vh no-repeat fixed,var(--fence) left bottom 15vh/46px 130px repeat-x fixed,radial-gradient(80vw 40vh at 85% 100%,var(--near) 99.5%,transparent) fixed,radial-gradient(90vw 46vh at 20% 100%,var(--far) 99.5%,transparent) fixed,var(--sky) fixed;background-color:var(--paper)}
.dog{width:170px;height:138px;overflow:hidden;margin-bottom:-18px;flex:none}
.dog svg{display:block;width:100%}
main{position:relative;width:100%;max-width:420px;background:var(--card);border-radius:20px;padding:28px;box-shadow:0 12px 40px rgb(43 33 27/.18)}
.logo{display:inline-flex;align-items:center;gap:10px;color:var(--ink);text-decoration:none;font:600 1.375rem Fredoka,ui-rounded,system-ui,sans-serif}
h1{font:600 min(1.875rem,12vw)/1.15 Fredoka,ui-rounded,system-ui,sans-serif;margin:16px 0;overflow-wrap:anywhere;hyphens:auto}
h2{font:600 1.125rem/1.2 Fredoka,ui-rounded,system-ui,sans-serif;margin:0 0 12px}
label{display:block;margin-bottom:14px;font-weight:500}
small{color:var(--quiet);font-weight:400}
input,textarea,select{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 14px;font:inherit;color:inherit;background:transparent;border:1px solid var(--border);border-radius:14px}
fieldset{margin:0 0 14px;padding:0;border:0}
legend{padding:0;font-weight:500}
.choice{display:flex;align-items:center;gap:10px;min-height:44px;margin:0;font-weight:400}
input[type=radio]{flex:none;width:22px;min-height:22px;margin:0;accent-color:var(--grass)}
button,a.button{display:block;width:100%;min-height:44px;margin-top:6px;padding:8px 16px;font:600 1rem/1.6 Figtree,system-ui,sans-serif;text-align:center;text-decoration:none;color:var(--on-grass);background:var(--grass);border:2px solid var(--grass);border-radius:999px;cursor:pointer}
button.show{width:auto;min-height:32px;margin:-4px 0 14px;padding:2px 10px;font-size:.875rem;background:transparent;color:var(--grass);border-width:1px}
button.show[aria-pressed=true]{color:var(--on-grass);background:var(--grass)}
.error a{white-space:nowrap}
.hint{min-height:1.5em;margin:-8px 0 10px;color:var(--quiet)}
button[aria-disabled=true]{opacity:.6;cursor:progress}
button.quiet{background:transparent;color:var(--grass)}
:focus-visible{outline:3px solid var(--grass);outline-offset:2px}
a{color:var(--grass)}
.error{margin:0 0 16px;padding:10px 14px;border-radius:14px;border:1px solid var(--collar);color:var(--collar)}
input[aria-invalid=true]{border:2px solid var(--collar)}
.field-error{margin:-8px 0 14px;color:var(--collar);font-size:.9375rem}
.other{margin:16px 0 0;text-align:center}
section{margin-top:20px;padding-top:18px;border-top:1px solid color-mix(in srgb,var(--border) 40%,transparent)}
.demo{display:grid;gap:6px}
@media(min-height:760px){main{padding:32px}}
`

/** The web app's own fonts. Empty if the web app is not built. */
export function fontFaces(): string {
  const folder = join(webFolder(), 'client', 'assets')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return ['Fredoka', 'Figtree']
    .map(name => {
      const file = files.find(file => file.startsWith(`${name.toLowerCase()}-latin-`) && file.endsWith('.woff2'))
      const src = `url(/assets/${file}) format("woff2")`
      return file ? `@font-face{font-family:${name};src:${src};font-weight:300 900;font-display:swap}` : ''
    })
    .join('')
}
