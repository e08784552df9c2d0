import { ageLabel } from '@barkyard/domain/dog'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { portraitUrl } from '../../../components/draw-portrait.ts'
import { capital } from '../../../lib/words.ts'

// In px. 4:5, as most phones show pictures.
const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 60]
const [PHOTO_WIDTH, PHOTO_HEIGHT, CORNER] = [WIDTH - 2 * EDGE, 900, 48]
const QUALITY = 0.9

/** How much of a picture a text must shrink to fit. */
const [NAME_SIZE, NAME_MIN] = [96, 48]

/** A portrait has no size of its own, which some browsers need to draw it. */
const PORTRAIT = { width: 800, height: 1000 }

/** The dog's first photo, else its portrait. */
async function pictureOf(dog: Dog): Promise<ImageBitmap | HTMLImageElement> {
  const [photo] = dog.photos
  if (photo) {
    const response = await fetch(photo.urlLarge)
    if (response.ok) return createImageBitmap(await response.blob())
  }
  const image = Object.assign(new Image(PORTRAIT.width, PORTRAIT.height), { src: portraitUrl(dog) })
  await image.decode()
  return image
}

/** Draws a picture over the whole box, with its focus (0 to 1) in view. */
function drawCover(pen: CanvasRenderingContext2D, picture: ImageBitmap | HTMLImageElement, focus = { x: 0.5, y: 0.5 }) {
  const scale = Math.max(PHOTO_WIDTH / picture.width, PHOTO_HEIGHT / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  pen.save()
  pen.beginPath()
  pen.roundRect(EDGE, EDGE, PHOTO_WIDTH, PHOTO_HEIGHT, CORNER)
  pen.clip()
  pen.drawImage(
    picture,
    EDGE - (width - PHOTO_WIDTH) * focus.x,
    EDGE - (height - PHOTO_HEIGHT) * focus.y,
    width,
    height,
  )
  pen.restore()
}

/** Loads the first of these fonts, in which the picture is drawn. The others, local ones, are drawn without. */
const loadFont = (families: string) => document.fonts.load(`600 48px ${families.split(',')[0]}`).catch(() => undefined)

/** A picture of a dog with its name and what it is like, as a JPEG; null if the browser cannot draw it. */
export async function drawCard(dog: Dog): Promise<Blob | null> {
  const styles = getComputedStyle(document.documentElement)
  const of = (variable: string) => styles.getPropertyValue(variable).trim()
  const [display, text] = [of('--font-display'), of('--font-text')]
  const [picture] = await Promise.all([pictureOf(dog), loadFont(display), loadFont(text)])
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = of('--paper')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  drawCover(pen, picture, dog.photos[0]?.focus ?? undefined)
  if ('close' in picture) picture.close()

  const write = (words: string, y: number, font: string, colour: string) => {
    pen.font = font
    pen.fillStyle = of(colour)
    pen.fillText(words, EDGE, y, PHOTO_WIDTH)
  }
  pen.font = `600 ${NAME_SIZE}px ${display}`
  const wide = pen.measureText(dog.name).width
  const size = Math.max(NAME_MIN, Math.min(NAME_SIZE, (NAME_SIZE * PHOTO_WIDTH) / wide))
  write(dog.name, 1070, `600 ${size}px ${display}`, '--ink')
  write(`${dog.breed} · ${ageLabel(dog.ageYears)}`, 1142, `500 48px ${text}`, '--quiet')
  if (dog.temperament.length > 0) write(capital(dog.temperament.join(', ')), 1212, `600 48px ${text}`, '--grass-text')
  write('Barkyard', 1302, `600 44px ${display}`, '--grass-text')
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  // Phones limit the memory of canvases, so this one is released at once.
  canvas.width = 0
  canvas.height = 0
  return blob
}
