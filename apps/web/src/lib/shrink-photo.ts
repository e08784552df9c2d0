/** The longest side of a shrunk photo, in px: more than the server keeps (1,600). */
const LONGEST_SIDE = 2000
const QUALITY = 0.88

/** Whether the browser can show it. */
export async function canDecode(file: File): Promise<boolean> {
  const picture = await createImageBitmap(file).catch(() => null)
  picture?.close()
  return picture !== null
}

/**
 * The photo as an upright JPEG without metadata, whose longest side is 2,000 px; null if the browser cannot read or draw
 * it.
 */
export async function shrinkPhoto(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG has no transparency. Transparent pixels become white instead of black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  // Phones limit the memory of canvases, so this one is released at once.
  canvas.width = 0
  canvas.height = 0
  return blob && new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
}
