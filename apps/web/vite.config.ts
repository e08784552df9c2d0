import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { artPlugin } from './build/art-plugin.ts'
import { iconsPlugin } from './build/icons-plugin.ts'

const api = 'http://127.0.0.1:3000'

/** What the landing page takes too, and its script alone: not to be mixed with what only the app needs. */
const LANDING_TOO = /components[\\/](logo|theme-toggle)|theme-choice|packages[\\/]art|features[\\/]landing/

/** Shapes (zod) and what opens over a page (floating-ui) are left to the screens that need them. */
const SHARED =
  /apps[\\/]web[\\/]src|@tabler|@mantine[\\/](hooks(?![\\/]esm[\\/]use-(focus|debounced|did|window))|core[\\/]esm[\\/](core|components[\\/](Button|Loader|UnstyledButton)))/

/** Icons and rules of a few lines that the first screens need. Each would be a file of its own. */
const SMALL =
  /icons[\\/]Icon(Chevron(Left|Right)|MapPin|Pencil|Plus)\.|packages[\\/]domain[\\/]src[\\/](dog|cursor)\.ts|src[\\/]lib[\\/](words|use-turns|first-rows)\.ts/

/** What opens over a page, however many screens have one: each brings Mantine's Modal and floating-ui (12 KB). */
const OVER_PAGES = /components[\\/](dialog|confirm-dialog|leave-guard|photo-viewer)|styles[\\/]mantine-(dialog|field)/

/**
 * Few files: over HTTP/1.1 a browser asks for six at once, and each further round costs a slow phone half a second.
 * Vendors change at other times than our code. `shared` is what many screens need, with its styles.
 * A group that leaves its dependencies elsewhere (includeDependenciesRecursively: false) makes chunks wait for each other
 * in a circle and breaks at run time: tried with Mantine's ScrollArea.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  {
    name: 'vendor',
    test: /node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query)|@trpc)/,
    priority: 20,
  },
  { name: 'floating', test: /node_modules[\\/]@floating-ui[\\/]/, priority: 20 },
  { name: 'small', test: SMALL, minShareCount: 2, priority: 15 },
  {
    name: 'shared',
    test: (id: string) => SHARED.test(id) && !LANDING_TOO.test(id) && !OVER_PAGES.test(id),
    minShareCount: 6,
    priority: 10,
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    artPlugin(),
    iconsPlugin(),
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
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    copyPublicDir: !isSsrBuild,
    // Which files a page needs, for src/page/server.tsx.
    manifest: !isSsrBuild,
    // A data URI in CSS or JS cannot be cached apart from it, and keeps fonts from being preloaded.
    assetsInlineLimit: 0,
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
