import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { logoSvg } from '@barkyard/art/logo'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { fontFaces } from '../http/page-shell.ts'
import { etagOf, isKnown } from '../http/request.ts'

export type DocumentName = 'openapi.json' | 'asyncapi.json'

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Barkyard API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<style>${fontFaces()}${REFERENCE_STYLE}</style>
<script src="/theme.js"></script>
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<header><a class="logo" href="/">${logoSvg({ size: 36 })}<span>Barkyard</span></a>
<nav aria-label="Documents"><a href="/api/openapi.json">OpenAPI</a> <a href="/api/asyncapi.json">AsyncAPI</a></nav></header>
<div id="reference"><noscript>This page needs JavaScript. The document itself is at /api/openapi.json.</noscript></div>
</body>
</html>`

/** The API documents, and a page that shows them and tries out calls. It loads nothing from other servers. */
export async function registerReference(
  scope: FastifyInstance,
  { publicUrl }: Config,
  makeDocument: (name: DocumentName, server: URL) => Promise<object>,
): Promise<void> {
  const open = { config: { access: 'uncounted' } } as const
  for (const name of ['openapi.json', 'asyncapi.json'] as const) {
    // Made on the first request, because it takes up to a fifth of a second and most processes never serve it.
    let document: { text: string; etag: string } | undefined
    scope.get(`/${name}`, open, async (request, reply) => {
      if (!document) {
        const text = JSON.stringify(await makeDocument(name, serverUrl(publicUrl)))
        document = { text, etag: etagOf(text) }
      }
      const { text, etag } = document
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await scope.register(fastifyStatic, { root, serve: false, decorateReply: true })
  const html = page()
  scope.get('/docs', open, async (_, reply) => reply.type('text/html; charset=utf-8').send(html))
  scope.get('/docs/start.js', open, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(REFERENCE_SCRIPT),
  )
  for (const file of FILES) {
    scope.get(`/docs/${file}`, open, (_, reply) =>
      reply.header('cache-control', 'public, max-age=86400').sendFile(file, { cacheControl: false }),
    )
  }
}

/** The server's address in the committed documents: the one that `npm start` uses. */
export const LOCAL_SERVER = new URL('http://127.0.0.1:3000')

/**
 * The server's address for scripts. "localhost" may mean ::1 to them, where nothing listens, and tools that read the
 * documents treat it as a forgotten placeholder.
 * @param publicUrl the address for people.
 */
function serverUrl(publicUrl: URL): URL {
  const url = new URL(publicUrl)
  if (url.hostname === 'localhost') url.hostname = LOCAL_SERVER.hostname
  return url
}

/** The look of the reference in both themes: the product's colours over Swagger UI's own style. */
const REFERENCE_STYLE = `
:root{--paper:#fffbf4;--card:#fff;--ink:#2b211b;--quiet:#6b5b50;--grass:#2a7a4b;--on-grass:#fff;--collar:#b23c21;--border:#917c6b;--line:#e6dccd;--code:#f5eee2;color-scheme:light}
:root.dark{--paper:#121c17;--card:#1b2821;--ink:#edf3ec;--quiet:#a9b8ac;--grass:#7fd69a;--on-grass:#10200f;--collar:#ff8a6b;--border:#748779;--line:#2c3c33;--code:#22322a;color-scheme:dark}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:12px;max-width:1080px;margin:0 auto;padding:16px 20px}
header nav{display:flex;gap:16px}
.logo{display:inline-flex;align-items:center;gap:10px;color:var(--ink);text-decoration:none;font:600 22px Fredoka,ui-rounded,system-ui,sans-serif}
a,#reference .swagger-ui .info a{color:var(--grass)}
:focus-visible{outline:3px solid var(--grass);outline-offset:2px}
#reference .swagger-ui{color:var(--ink);font-family:Figtree,system-ui,sans-serif}
#reference .swagger-ui .wrapper{max-width:1080px}
#reference .swagger-ui .information-container,#reference .swagger-ui .scheme-container{background:transparent;box-shadow:none}
#reference .swagger-ui .scheme-container{overflow-x:clip}
#reference .swagger-ui .info{margin:12px 0 24px}
#reference .swagger-ui .info .markdown{max-width:78ch}
#reference .swagger-ui :is(h1,h2,h3,h4,h5,.title,.opblock-tag){color:var(--ink);font-family:Fredoka,ui-rounded,system-ui,sans-serif;font-weight:600}
#reference .swagger-ui .info .title small:is(small,.version-stamp){background:var(--grass)}
#reference .swagger-ui .info .title small pre{color:var(--on-grass)}
#reference .swagger-ui :is(p,li,td,th,label,small,table thead tr th,.parameter__name,.parameter__type,.parameter__in,.parameter__deprecated,.response-col_status,.response-col_links,.opblock-summary-path,.opblock-summary-description,.opblock-description-wrapper,.opblock-title_normal,.opblock-section-header h4,.tab li,.model,.model-title,.prop-type,.prop-format,.renderedMarkdown,.servers>label,.btn){color:var(--ink)}
#reference .swagger-ui .info :is(li,p,table){color:var(--ink);font-size:16px;line-height:1.55}
#reference .swagger-ui .info table{display:block;overflow-x:auto;border-collapse:collapse}
#reference .swagger-ui :is(.info p,.info li,.info table,.markdown p,.renderedMarkdown p,.opblock-tag small,.opblock-summary-description,td,th,label,select,.btn){font-family:Figtree,system-ui,sans-serif}
#reference .swagger-ui :is(.markdown,.renderedMarkdown){overflow-wrap:anywhere}
#reference .swagger-ui .info table :is(th,td){overflow-wrap:break-word;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);text-align:left}
#reference .swagger-ui :is(.parameter__type,.parameter__in,.opblock-tag small,.response-control-media-type__accept-message){color:var(--quiet)}
#reference .swagger-ui pre span[style*="rgb(211, 99, 99)"]{color:#ff9d9d!important}
#reference .swagger-ui .markdown code,#reference .swagger-ui .renderedMarkdown code{background:var(--code);color:var(--ink);border-radius:6px;padding:1px 5px;font-weight:400}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) pre{background:var(--code);color:var(--ink);border-radius:12px;padding:12px 14px;white-space:pre-wrap;overflow-wrap:anywhere}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) pre code{background:none;padding:0}
#reference .swagger-ui .opblock-tag{border-bottom-color:var(--line)}
#reference .swagger-ui .opblock-tag:hover{background:var(--code)}
#reference .swagger-ui .opblock,#reference .swagger-ui .opblock.opblock-deprecated{background:var(--card);border:1px solid var(--line);border-radius:16px;box-shadow:none;overflow:hidden}
#reference .swagger-ui .opblock .opblock-summary{border-color:var(--line)}
#reference .swagger-ui .opblock .opblock-section-header{background:var(--code);box-shadow:none}
#reference .swagger-ui .opblock .opblock-summary-method,#reference .swagger-ui .opblock.opblock-get .opblock-summary-method,#reference .swagger-ui .opblock.opblock-post .opblock-summary-method,#reference .swagger-ui .opblock.opblock-put .opblock-summary-method,#reference .swagger-ui .opblock.opblock-patch .opblock-summary-method{background:var(--grass);color:var(--on-grass);border-radius:999px;text-shadow:none}
#reference .swagger-ui .opblock.opblock-delete .opblock-summary-method{background:var(--collar);color:var(--paper)}
#reference .swagger-ui :is(select,input,textarea){background:var(--card);color:var(--ink);border:1px solid var(--border);border-radius:12px;box-shadow:none}
#reference .swagger-ui .btn{border:1px solid var(--border);border-radius:999px;background:transparent;box-shadow:none}
#reference .swagger-ui .btn.execute,#reference .swagger-ui .btn.authorize{background:var(--grass);border-color:var(--grass);color:var(--on-grass)}
#reference .swagger-ui .btn.authorize svg,#reference .swagger-ui svg:not(:root){fill:currentColor}
#reference .swagger-ui .download-contents{background:var(--grass);color:var(--on-grass)}
#reference .swagger-ui .btn.cancel,#reference .swagger-ui .parameter__name.required:after,#reference .swagger-ui .parameter__name.required span{color:var(--collar);border-color:var(--collar)}
#reference .swagger-ui section.models,#reference .swagger-ui section.models .model-container,#reference .swagger-ui .model-box{background:var(--card);border-color:var(--line)}
#reference .swagger-ui section.models{border-radius:16px}
#reference .swagger-ui .dialog-ux .modal-ux,#reference .swagger-ui .dialog-ux .modal-ux-header{background:var(--card);border-color:var(--line);color:var(--ink)}
#reference .swagger-ui :is(.json-schema-2020-12,.json-schema-2020-12-accordion,.json-schema-2020-12-expand-deep-button){background:transparent;color:var(--ink)}
#reference .swagger-ui :is(.json-schema-2020-12__title,.json-schema-2020-12-keyword__name,.json-schema-2020-12__attribute,.json-schema-2020-12-keyword__value){color:var(--ink)}
#reference .swagger-ui .opblock-control-arrow,#reference .swagger-ui .authorization__btn{color:var(--ink)}
#reference .swagger-ui :is(table.headers td,.response-col_description__inner span,.responses-inner h4,.responses-inner h5){color:var(--ink)}
#reference .swagger-ui :is(.dark-mode-toggle,.response-col_links){display:none}
@media(max-width:600px){header{gap:8px}header nav{gap:12px}header,#reference .swagger-ui .wrapper{padding-inline:14px}#reference .swagger-ui .opblock .opblock-summary-path{max-width:none;word-break:break-word}}
`

/**
 * Starts the reference. Calls go to the page's own origin, whatever server the document names. No other server is
 * contacted, so there is no validator badge. Swagger UI puts a link inside the button that opens a call, leaves its
 * fields and regions without names and its examples out of the keyboard's reach, and searches tags and paths alone. All
 * of these are fixed here. The search matters: of a hundred calls and more, Swagger UI keeps only the visible ones in
 * the page, so a browser's own search misses the others.
 */
const REFERENCE_SCRIPT = `
const NAMES = {
  servers: 'Server',
  'examples-select-element': 'Example',
  'body-param__text': 'Request body',
  'operation-filter-input': 'Search the calls',
}
const REGIONS = { '.information-container': 'Guides', '.schemes-server-container': 'Server' }
const nameParts = () => {
  for (const [selector, name] of Object.entries(REGIONS)) {
    const region = document.querySelector(selector)
    region?.setAttribute('role', 'region')
    region?.setAttribute('aria-label', name)
  }
  for (const field of document.querySelectorAll('#reference :is(select, textarea, input):not([aria-label])')) {
    const parameter = field.closest('tr')?.dataset.paramName
    const name = [field.id, ...field.classList].map(word => NAMES[word]).find(Boolean)
    field.setAttribute('aria-label', name ?? parameter ?? 'Media type')
  }
  for (const example of document.querySelectorAll('#reference pre.example:not([tabindex])')) example.tabIndex = 0
}
new MutationObserver(nameParts).observe(document.getElementById('reference'), { childList: true, subtree: true })
const matches = (call, tag, words) => {
  const operation = call.get('operation')
  const text = [tag, call.get('method'), call.get('path'), operation.get('summary'), operation.get('operationId')]
  return words.every(word => text.join(' ').toLowerCase().includes(word))
}
const opsFilter = (tags, phrase) => {
  const words = phrase.toLowerCase().split(' ')
  return tags
    .map((entry, tag) => entry.update('operations', calls => calls.filter(call => matches(call, tag, words))))
    .filter(entry => entry.get('operations').size > 0)
}
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  withCredentials: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  plugins: [{ fn: { opsFilter }, wrapComponents: { DeepLink: (_, { React }) => ({ text }) => React.createElement('span', null, text) } }],
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href)
    request.url = location.origin + pathname + search
    return request
  },
})
`
