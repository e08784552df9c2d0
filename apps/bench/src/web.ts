import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { type Goal, goal } from './lib/report.ts'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
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

/** The brotli size of what two pages download, from new builds. */
export async function run(): Promise<Goal[]> {
  const folder = mkdtempSync(join(tmpdir(), 'barkyard-web-'))
  try {
    await build({
      logLevel: 'error',
      mode: 'production',
      root: WEB,
      build: { manifest: true, outDir: folder, emptyOutDir: true, reportCompressedSize: false },
    })
    const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
    const size = (modules: string[], kinds: RegExp) =>
      [...filesOf(manifest, modules)]
        .filter(file => kinds.test(file))
        .reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length / 1024, 0)
    // The server renders the landing page, so visitors download its styles and only the page's own scripts.
    const landing =
      size(['src/page/landing.ts'], /\.js$/) + size(['index.html', 'src/features/landing/landing.tsx'], /\.css$/)
    const sniff = size(['index.html', 'src/app.tsx', 'src/features/sniff/sniff.screen.tsx'], /\.(js|css)$/)
    return [goal('landing page, JS and CSS, KB', landing, '≤', 10), goal('/sniff, JS and CSS, KB', sniff, '≤', 150)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
