import { logoSvg } from '@barkyard/domain/logo'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)

/** A page that the api serves itself: a card in the yard. @param body HTML that is safe already. */
export const pageShell = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Barkyard</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<style>${STYLE}</style>
</head>
<body>
<main>
  <a class="logo" href="/">${logoSvg({ size: 40 })}<span>Barkyard</span></a>
  <h1>${escapeHtml(title)}</h1>
  ${body}
</main>
</body>
</html>`

/** A page that says one thing and offers one way on. */
export const messagePage = ({
  title,
  text,
  action,
}: {
  title: string
  text: string
  action: { label: string; href: string }
}) =>
  pageShell(
    title,
    `<p>${escapeHtml(text)}</p><p><a class="button" href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a></p>`,
  )

const STYLE = `
:root{--paper:#fffbf4;--card:#fff;--ink:#2b211b;--quiet:#6b5b50;--grass:#2a7a4b;--on-grass:#fff;--collar:#b13c21;--border:#8d7c6d;color-scheme:light}
:root.dark{--paper:#121c17;--card:#1b2821;--ink:#edf3ec;--quiet:#a9b8ac;--grass:#7fd69a;--on-grass:#10200f;--collar:#ff8a6b;--border:#748779;color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:16px/1.5 Figtree Variable,Figtree,system-ui,sans-serif}
main{width:100%;max-width:400px;background:var(--card);border-radius:20px;padding:32px 28px;box-shadow:0 8px 32px rgb(43 33 27/.1)}
.logo{display:inline-flex;align-items:center;gap:10px;color:var(--ink);text-decoration:none;font-weight:600;font-size:20px}
h1{font-size:28px;line-height:1.2;margin:20px 0 16px}
h2{font-size:16px;margin:0 0 12px}
label{display:block;margin-bottom:14px;font-weight:500}
small{color:var(--quiet);font-weight:400}
input{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 14px;font:inherit;color:inherit;background:transparent;border:1px solid var(--border);border-radius:14px}
button{width:100%;min-height:44px;margin-top:6px;padding:8px 20px;font:inherit;font-weight:600;color:var(--on-grass);background:var(--grass);border:2px solid var(--grass);border-radius:999px;cursor:pointer}
a.button{display:block;text-align:center;min-height:44px;padding:10px 20px;font-weight:600;text-decoration:none;color:var(--on-grass);background:var(--grass);border-radius:999px}
button.quiet{background:transparent;color:var(--grass)}
:focus-visible{outline:3px solid var(--grass);outline-offset:2px}
a{color:var(--grass)}
.error{margin:0 0 16px;padding:10px 14px;border-radius:14px;border:1px solid var(--collar);color:var(--collar)}
.other{margin:16px 0 0;text-align:center}
section{margin-top:24px;padding-top:20px;border-top:1px solid color-mix(in srgb,var(--border) 40%,transparent)}
.demo{display:grid;grid-template-columns:1fr 1fr;gap:10px}
@media(max-width:360px){.demo{grid-template-columns:1fr}}
`
