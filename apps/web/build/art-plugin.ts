import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
// By path: Node resolves the package's name to dist/, which need not be built when Vite reads its configuration.
import {
  drawPortrait,
  drawScene,
  type Mood,
  type PortraitOptions,
  portraitTraits,
} from '../../../packages/art/src/portrait.ts'
import pack from './hero-pack.json' with { type: 'json' }

/** A dog of the landing page. */
interface Cast {
  /** `virtual:art/FILE` */
  file: string
  traits: Parameters<typeof portraitTraits>[0]
  options: PortraitOptions
  /** The visible part of the 800 × 1000 picture. Default: all of it. */
  crop?: string
}

const PREFIX = 'virtual:art/'
const MOODS: readonly Mood[] = ['awake', 'asleep', 'nose-up', 'head-tilted', 'running']

/** Rounds to one decimal, which is invisible and makes the files smaller. */
const slim = (svg: string) =>
  svg.replaceAll(/-?\d+\.\d{2,}/g, number => String(Math.round(Number(number) * 10) / 10)).replaceAll(/>\s+</g, '><')

function draw(name: string): string | null {
  const mood = MOODS.find(known => name === `scene-${known}`)
  if (mood) return slim(drawScene(mood))
  const dog = (pack as Cast[]).find(known => name === known.file)
  if (!dog) return null
  const options: PortraitOptions = { ...dog.options, idPrefix: dog.file }
  const svg = slim(drawPortrait(portraitTraits(dog.traits), options))
  return dog.crop ? svg.replace(/viewBox="[^"]*"/, `viewBox="${dog.crop}"`) : svg
}

/**
 * `import url from 'virtual:art/scene-asleep'` is the address of an SVG that is drawn at build time, so that pages with
 * only a few fixed dogs do not download the drawing code.
 */
export function artPlugin(): Plugin {
  let building = false
  return {
    name: 'barkyard-art',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : null
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const name = id.slice(PREFIX.length + 1)
      const svg = draw(name)
      if (svg === null) throw new Error(`No picture is called ${name}`)
      if (!building) return `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(svg)}`)}`
      // Named here rather than by the bundler, because the server build must use the same address.
      const fileName = `assets/${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`
      this.emitFile({ type: 'asset', fileName, source: svg })
      return `export default ${JSON.stringify(`/${fileName}`)}`
    },
  }
}
