import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { capital } from '../../lib/words.ts'
import { portraitUrl } from '../draw-portrait.ts'

// In px. 4:5, as most phones show pictures.
const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 60]
const [FULL_WIDTH, PHOTO_HEIGHT, CORNER, GAP] = [WIDTH - 2 * EDGE, 900, 48, 24]
const QUALITY = 0.9

/** How much of a picture a text must shrink to fit. */
const [NAME_SIZE, NAME_MIN] = [96, 48]

/** A portrait has no size of its own, which some browsers need to draw it. */
const PORTRAIT = { width: 800, height: 1000 }

async function pictureOf(dog: Dog, [photo] = dog.photos): Promise<ImageBitmap | HTMLImageElement> {
  if (photo) {
    const response = await fetch(photo.urlLarge)
    if (response.ok) return createImageBitmap(await response.blob())
  }
  const image = Object.assign(new Image(PORTRAIT.width, PORTRAIT.height), { src: portraitUrl(dog) })
  await image.decode()
  return image
}

/** Draws a picture over a whole column, with its focus (0 to 1) in view. */
function drawCover(
  pen: CanvasRenderingContext2D,
  picture: ImageBitmap | HTMLImageElement,
  left: number,
  columnWidth: number,
  focus = { x: 0.5, y: 0.5 },
) {
  const scale = Math.max(columnWidth / picture.width, PHOTO_HEIGHT / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  pen.save()
  pen.beginPath()
  pen.roundRect(left, EDGE, columnWidth, PHOTO_HEIGHT, CORNER)
  pen.clip()
  pen.drawImage(
    picture,
    left - (width - columnWidth) * focus.x,
    EDGE - (height - PHOTO_HEIGHT) * focus.y,
    width,
    height,
  )
  pen.restore()
  if ('close' in picture) picture.close()
}

/** Loads the first of these fonts, in which the picture is drawn. The others, local ones, are drawn without. */
const loadFont = (families: string) => document.fonts.load(`600 48px ${families.split(',')[0]}`).catch(() => undefined)

/** A colour of the theme as a canvas takes it. */
function colourOf(variable: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(${variable})`
  // Or forced colours would give ground and words the same.
  probe.style.forcedColorAdjust = 'none'
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** One's own dog and what it is like as a JPEG, its match beside it as a drawing. null: the browser cannot draw it. */
export async function drawCard(dog: Dog, match?: Dog): Promise<Blob | null> {
  const styles = getComputedStyle(document.documentElement)
  const of = (variable: string) => styles.getPropertyValue(variable).trim()
  const [display, text] = [of('--font-display'), of('--font-text')]
  const [picture, drawing] = await Promise.all([
    pictureOf(dog),
    match && pictureOf(match, []),
    loadFont(display),
    loadFont(text),
  ])
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = colourOf('--paper')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const width = drawing ? (FULL_WIDTH - GAP) / 2 : FULL_WIDTH
  drawCover(pen, picture, EDGE, width, dog.photos[0]?.focus ?? undefined)
  if (drawing) drawCover(pen, drawing, EDGE + width + GAP, width)

  const write = (words: string, y: number, font: string, colour: string) => {
    pen.font = font
    pen.fillStyle = colourOf(colour)
    pen.fillText(words, EDGE, y, FULL_WIDTH)
  }
  pen.font = `600 ${NAME_SIZE}px ${display}`
  const names = match ? `${isolate(dog.name)} and ${isolate(match.name)}` : dog.name
  const wide = pen.measureText(names).width
  const size = Math.max(NAME_MIN, Math.min(NAME_SIZE, (NAME_SIZE * FULL_WIDTH) / wide))
  const about = match ? "It's a Match!" : `${dog.breed} · ${ageLabel(dog.ageYears)}`
  const temperament = match ? [] : dog.temperament
  write(names, 1070, `600 ${size}px ${display}`, '--ink')
  write(about, 1142, `500 48px ${text}`, '--quiet')
  if (temperament.length > 0) write(capital(temperament.join(', ')), 1212, `600 48px ${text}`, '--grass-text')
  write('Barkyard', 1302, `600 44px ${display}`, '--grass-text')
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  // Phones limit the memory of canvases, so this one is released at once.
  canvas.width = 0
  canvas.height = 0
  return blob
}
