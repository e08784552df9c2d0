// Bundles the server and its commands, and the files given as arguments, to dist/. Few files load fast: our own packages
// and Kysely (some 300 files) are in them. Installed packages stay outside, also those that hold binaries or data files.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const INCLUDED = ['kysely', '@barkyard/art', '@barkyard/db', '@barkyard/domain']

await build({
  entryPoints: [
    'src/main.ts',
    'src/start.ts',
    'src/documents.ts',
    'src/commands/*.ts',
    'src/platform/storage/decoder-process.ts',
    ...process.argv.slice(2),
  ],
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  external: [...Object.keys(dependencies).filter(name => !INCLUDED.includes(name)), 'pg-native'],
  // pg, which comes with db, is CommonJS.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
})
