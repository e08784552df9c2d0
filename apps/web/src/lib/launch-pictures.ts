const ICON = 128

/** The app's icon on the ground of the theme, as large as the screen (CSS px). @returns a data URI. */
async function draw(width: number, height: number, scale: number): Promise<string> {
  const icon = new Image()
  icon.src = '/icon-512.png'
  await icon.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')
  if (!pen) return ''
  pen.scale(scale, scale)
  pen.fillStyle = getComputedStyle(document.body).backgroundColor
  pen.fillRect(0, 0, width, height)
  pen.drawImage(icon, (width - ICON) / 2, (height - ICON) / 2, ICON, ICON)
  return canvas.toDataURL()
}

async function offer(): Promise<void> {
  const [short, long] = [Math.min(screen.width, screen.height), Math.max(screen.width, screen.height)]
  const pictures = {
    portrait: await draw(short, long, devicePixelRatio),
    landscape: await draw(long, short, devicePixelRatio),
  }
  for (const old of document.querySelectorAll('link[rel=apple-touch-startup-image]')) old.remove()
  for (const [held, href] of Object.entries(pictures)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'apple-touch-startup-image', media: `(orientation: ${held})`, href })
    document.head.append(link)
  }
}

/** Offers iOS what it shows while the app starts: a picture of this screen's size, in the theme of the moment. */
export function offerLaunchPictures(): void {
  const again = () => void offer().catch(() => undefined)
  again()
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ['class'] })
}
