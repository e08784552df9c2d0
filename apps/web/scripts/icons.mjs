// Writes the icons of the web app from the logo. After a change of packages/art/src/logo.ts, in apps/api (which has
// sharp and tsx): node --import tsx ../web/scripts/icons.mjs
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { logoSvg } from '../../../packages/art/src/logo.ts'

const sharp = createRequire(new URL('../../api/package.json', import.meta.url))('sharp')
const file = name => new URL(`../public/${name}`, import.meta.url)

await writeFile(file('favicon.svg'), `${logoSvg()}\n`)
for (const [name, size] of [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
]) {
  const svg = Buffer.from(logoSvg({ tile: true, size }))
  const png = await sharp(svg, { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  await writeFile(file(name), png)
}
