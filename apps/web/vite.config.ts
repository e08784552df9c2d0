import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { artPlugin } from './build/art-plugin.ts'

const api = 'http://127.0.0.1:3000'

/** Vendors that change at different times and that not every page needs. The landing page takes only `react`. */
const vendors = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  { name: 'router', test: /node_modules[\\/]react-router/, priority: 20 },
  // A group that leaves its dependencies elsewhere (includeDependenciesRecursively: false) makes chunks wait for each
  // other in a circle and breaks at run time: tried with Mantine's ScrollArea.
  { name: 'floating', test: /node_modules[\\/]@floating-ui[\\/]/, priority: 20 },
  { name: 'data', test: /node_modules[\\/](@tanstack[\\/](query-core|react-query)|@trpc)[\\/]/, priority: 20 },
]

export default defineConfig({
  plugins: [
    react(),
    artPlugin(),
    compression({
      include: /\.(html|js|css|svg|json|webmanifest)$/,
      threshold: 512,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), 'brotliCompress'],
      skipIfLargerOrEqual: true,
    }),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'baseline-widely-available',
    // A data URI in CSS or JS cannot be cached apart from it, and keeps fonts from being preloaded.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/photos': api,
      '/ws': { target: api, ws: true },
    },
  },
})
