import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { type Goal, goal, number, printTable } from './lib/report.ts'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
/** Measured once with the same page on Radix and framer-motion in one chunk. These packages are not installed here. */
const CLONE_KB = 221

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** The names of the files that these modules need before they run. */
function filesOf(manifest: Manifest, modules: string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const name of modules) visit(name)
  return files
}

const FLOOR = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
const router = createBrowserRouter([{ path: '/', element: createElement('h1', null, 'Hello') }])
createRoot(document.body).render(createElement(RouterProvider, { router }))
`

/** The brotli size of what two pages download, from new builds. */
export async function run(): Promise<Goal[]> {
  // Inside the web's folder, so that its packages are found.
  const folder = mkdtempSync(join(WEB, 'node_modules', '.bench-'))
  try {
    const product = join(folder, 'product')
    const common = { logLevel: 'error', mode: 'production' } as const
    await build({
      ...common,
      root: WEB,
      build: { manifest: true, outDir: product, emptyOutDir: true, reportCompressedSize: false },
    })
    writeFileSync(join(folder, 'floor.js'), FLOOR)
    const floor = join(folder, 'floor')
    await build({
      ...common,
      configFile: false,
      root: folder,
      build: {
        manifest: true,
        outDir: floor,
        reportCompressedSize: false,
        rolldownOptions: { input: join(folder, 'floor.js') },
      },
    })
    const size = (base: string, modules: string[], kinds: RegExp) => {
      const manifest = JSON.parse(readFileSync(join(base, '.vite', 'manifest.json'), 'utf8')) as Manifest
      return [...filesOf(manifest, modules)]
        .filter(file => kinds.test(file))
        .reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(base, file))).length / 1024, 0)
    }
    const reactAlone = size(floor, ['floor.js'], /\.js$/)
    // The server renders the landing page, so visitors download its styles and only the page's own scripts.
    const landing =
      size(product, ['src/page/landing.ts'], /\.js$/) +
      size(product, ['index.html', 'src/features/landing/landing.tsx'], /\.css$/)
    const sniff = size(product, ['index.html', 'src/app.tsx', 'src/features/sniff/sniff.screen.tsx'], /\.(js|css)$/)
    printTable(
      ['brotli', 'KB'],
      [
        ['floor: React and the router alone, JS', number(reactAlone)],
        ['landing page, JS and CSS', number(landing)],
        ['/sniff, JS and CSS', number(sniff)],
        ['/sniff with Radix and framer-motion, unsplit (measured earlier)', number(CLONE_KB)],
      ],
    )
    return [goal('landing page, JS and CSS, KB', landing, '≤', 10), goal('/sniff, JS and CSS, KB', sniff, '≤', 150)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
