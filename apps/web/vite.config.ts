import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { TARGETS } from './build/browsers.ts'
import { mantineStyles } from './build/mantine-styles.ts'

const api = 'http://127.0.0.1:3000'

/** What every dialog and every screen with fields needs. */
const MANTINE =
  /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Transition|CloseButton))|hooks[\\/]esm[\\/]use-(id|merged-ref|uncontrolled|debounced-callback)|src[\\/](components[\\/](mantine|mounted-when-opened)|styles[\\/]mantine\.module\.css)/

/** What many screens have beside the frame around them. Each would be a file of its own. */
const SHARED =
  /icons[\\/]Icon(ArrowLeft|Check|Chevron(Left|Right)|MapPin|Pencil|Plus)\.|hooks[\\/]esm[\\/]use-(disclosure|media-query)|packages[\\/]domain[\\/]src[\\/](dog|playdate)\.ts|src[\\/](lib[\\/](distance|list-pages|one-at-a-time|park-words|words|use-now|use-turns|first-rows|is-composing)\.ts|components[\\/](back-closes|page\.|pill-choice))/

/** And the values outside of components that the first scripts follow. */
const VENDOR =
  /node_modules[\\/]((react|react-dom|react-error-boundary|scheduler)[\\/]|react-router|@tanstack[\\/](query-core|react-query)|@trpc)|src[\\/](lib[\\/](start-at-top|store)|offline[\\/]missing|session\.ts)/

/** What the landing page has too, with its styles. */
const BRAND = /components[\\/](button\.module|collar-tag|logo|theme-toggle)/

/** For the start of every page. In `shared`, the picture's address would bring the landing page all of that. */
const START =
  /src[\\/](theme-choice|lib[\\/](after-paint|forget|measure-vitals))|art[\\/]scene-head-tilted|vite[\\/]preload-helper/

/** The list of the settings' groups, which stands beside each of them. */
const SETTINGS_INDEX =
  /features[\\/](settings[\\/]settings(-group|\.module)|invites[\\/]invite-button)|components[\\/]settings-card|lib[\\/]share\.|icons[\\/]Icon(Code|Lock|Search|UserCircle)/

/** What Sniff's cards and a dog's page have in common. */
const CARDS =
  /src[\\/]other-dog-menu|features[\\/](matches[\\/](bark-button|data)|walks[\\/]near-walk)|components[\\/](photo-controls|verification-badges)|lib[\\/]sniff-words/

/**
 * Few files: over HTTP/1.1 a browser asks for six at once, and each further round costs a slow phone half a second.
 * `shared` is what many screens need, with its styles.
 * A group that leaves its dependencies elsewhere (includeDependenciesRecursively: false) makes chunks wait for each other
 * in a circle and breaks at run time: tried with Mantine's ScrollArea.
 */
const groups = [
  { name: 'vendor', test: VENDOR, priority: 30 },
  { name: 'start', test: START, priority: 31 },
  { name: 'brand', test: BRAND, priority: 18 },
  // With what it needs: all that stands around every screen.
  { name: 'app', test: /web[\\/]src[\\/]app\.tsx/, priority: 17 },
  { name: 'shared', test: SHARED, minShareCount: 2, priority: 16 },
  { name: 'cards', test: CARDS, minShareCount: 2, priority: 7 },
  { name: 'settings-index', test: SETTINGS_INDEX, minShareCount: 2, priority: 7 },
  { name: 'mantine', test: MANTINE, priority: 15 },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    mantineStyles,
    // What runs on the server (src/page/server.tsx) is no download.
    !isSsrBuild &&
      compression({
        include: /\.(html|js|css|svg|json|webmanifest)$/,
        threshold: 512,
        algorithms: [defineAlgorithm('gzip', { level: 9 }), 'brotliCompress'],
        skipIfLargerOrEqual: true,
      }),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // One file, which needs nothing installed.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: isSsrBuild ? 'node20' : TARGETS,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    copyPublicDir: !isSsrBuild,
    // Which files a page needs, for src/page/server.tsx.
    manifest: !isSsrBuild,
    // A data URI in CSS or JS cannot be cached apart from it, and keeps fonts from being preloaded.
    assetsInlineLimit: 0,
    // Browsers without modulepreload only load a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: { index: 'index.html', landing: 'src/page/landing.ts' },
          output: { codeSplitting: { groups } },
        },
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/photos': api,
      '/ws': { target: api, ws: true },
    },
  },
}))
