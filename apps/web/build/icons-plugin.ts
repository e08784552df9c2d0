import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
// By path, as in art-plugin.ts.
import { logoSvg } from '../../../packages/art/src/logo.ts'

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 288 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer()

const tile = (size: number) => png(logoSvg({ tile: true, size }), size)

/** The manifest for a page in the dark theme: what an installed app shows while it starts has its colours. */
function darkManifest(): string {
  const text = readFileSync(new URL('../public/manifest.webmanifest', import.meta.url), 'utf8')
  const { color_scheme_dark: dark, ...rest } = JSON.parse(text) as { color_scheme_dark: object }
  return JSON.stringify({ ...rest, ...dark })
}

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** The icons by file name. Their addresses never change, because other pages use them too. */
const ICONS: Record<string, () => string | Promise<Buffer>> = {
  'favicon.svg': () => `${logoSvg()}\n`,
  'apple-touch-icon.png': () => tile(180),
  'icon-192.png': () => tile(192),
  'icon-512.png': () => tile(512),
  'icon-maskable-512.png': () => png(logoSvg({ tile: true, maskable: true, size: 512 }), 512),
  'manifest-dark.webmanifest': darkManifest,
  // Beside a notification, phones show only its shape.
  'badge-96.png': () => png(logoSvg({ monochrome: true, house: '#fff', size: 96 }), 96),
}

/** The logo as icons for browsers and home screens, drawn during the build. */
export function iconsPlugin(): Plugin {
  return {
    name: 'barkyard-icons',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    async generateBundle() {
      for (const [fileName, draw] of Object.entries(ICONS))
        this.emitFile({ type: 'asset', fileName, source: await draw() })
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const name = request.url?.slice(1) ?? ''
        const draw = ICONS[name]
        if (!draw) return next()
        response.setHeader('content-type', TYPES[extname(name)] ?? 'image/png')
        response.end(await draw())
      })
    },
  }
}
