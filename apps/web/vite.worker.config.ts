import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { TARGETS } from './build/browsers.ts'
import { type BuildManifest, filesOf } from './src/page/chunks.ts'
import { moduleOf, screens } from './src/screens.ts'

const folder = 'dist/client'
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

/** Latin letters, the pictures of what goes wrong or is not there, and all styles: a page from the server carries its own. */
const ALSO = /^(figtree|fredoka)-latin-wght-normal.*\.woff2$|^scene-(head-tilted|asleep).*\.svg$|\.css$/

/** The page's frame as it starts without the server, and every file that it needs. */
function shellFiles(): string[] {
  // The others open without a network once they have been opened with one.
  const kept = screens.flatMap(([, screen]) => (screen.offline ? [moduleOf(screen)] : []))
  const modules = ['index.html', 'src/app.tsx', 'src/offline/kept-chats.ts', ...kept]
  const { scripts } = filesOf(JSON.parse(read('.vite/manifest.json')) as BuildManifest, modules)
  const also = readdirSync(`${folder}/assets`).filter(name => ALSO.test(name))
  return ['/shell.html', '/theme.js', ...[...scripts, ...also.map(name => `assets/${name}`)].map(name => `/${name}`)]
}

/** What the service worker keeps, and a name that changes with it. Writes the page without anybody's data beside the build. */
function makeShell(): { version: string; shell: string[] } {
  // index.html itself is never served as a file.
  copyFileSync(`${folder}/index.html`, `${folder}/shell.html`)
  const shell = shellFiles()
  const version = createHash('sha256')
    .update([...shell, read('shell.html'), read('theme.js')].join('\n'))
    .digest('hex')
    .slice(0, 12)
  return { version, shell }
}

/** The service worker: one script under a name that stays, built after the app whose files it names. */
export default defineConfig({
  plugins: [{ name: 'shell', config: () => ({ define: { BUILD: JSON.stringify(makeShell()) } }) }],
  publicDir: false,
  build: {
    target: TARGETS,
    outDir: folder,
    emptyOutDir: false,
    rolldownOptions: {
      input: 'worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
})
