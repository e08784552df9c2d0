import { makePhotoFiles } from '@barkyard/api/platform/storage/photo-image'
import sharp from 'sharp'
import { Child } from './lib/child.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'

const ROUNDS = 5
const PHOTOS = 6
/** The size of a phone's photo. */
const [WIDTH, HEIGHT] = [4032, 3024]

/** A photo with detail everywhere, so that it compresses as photos do (about 4 MB). */
export async function aPhoto(width = WIDTH, height = HEIGHT): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: width / 8,
      height: height / 8,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer()
  return sharp(noise).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer()
}

/** CPU milliseconds of this process per photo. */
async function cpu(make: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < PHOTOS; index++) await make()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PHOTOS
}

const UPLOADS = 1_000
const MB = 1024 * 1024
/** Smaller photos, so that a thousand do not take many minutes. */
export const [UPLOAD_WIDTH, UPLOAD_HEIGHT] = [640, 480]

/** The CPU that the two sizes of an upload cost, and the memory over a thousand uploads in a row. */
export async function run(): Promise<Goal[]> {
  const photo = await aPhoto()
  const times = await interleaved(ROUNDS, {
    floor: () => cpu(() => sharp(photo).rotate().raw().toBuffer()),
    product: () => cpu(() => makePhotoFiles(photo)),
  })
  printTable(
    [`${WIDTH} × ${HEIGHT}, ${number(photo.length / MB)} MB`, 'CPU a photo'],
    [
      ['floor: decoding alone', `${number(median(times.floor))} ms`],
      ['product', `${number(median(times.product))} ms`],
    ],
  )
  const uploader = new Child<{ uploads: number }, { rss: number }>('servers/photos.ts')
  const rss: number[] = []
  for (const uploads of [100, UPLOADS]) rss.push((await uploader.ask({ uploads })).rss)
  await uploader.stop()
  const [warm = 0, after = 0] = rss
  // The most memory that one upload holds: its bytes, its pixels, and the pixels of the large size.
  const upload = await aPhoto(UPLOAD_WIDTH, UPLOAD_HEIGHT)
  const one = upload.length + UPLOAD_WIDTH * UPLOAD_HEIGHT * 3 * 2
  printTable(
    ['memory of a process', 'resident'],
    [
      ['after 100 uploads', `${number(warm / MB)} MB`],
      [`after ${UPLOADS} more`, `${number(after / MB)} MB`],
      ["one upload's worth", `${number(one / MB)} MB`],
    ],
  )
  return [
    goal('a photo to two sizes, CPU: product/decoding alone', ratio(times.product, times.floor), '≤', 2.8),
    goal("memory after 1,000 uploads, in uploads' worth", (after - warm) / one, '≤', 1),
  ]
}
