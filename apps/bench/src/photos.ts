import { makePhotoFiles } from '@barkyard/api/platform/storage/photo-image'
import sharp from 'sharp'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'

const ROUNDS = 5
const PHOTOS = 6
/** The size of a phone's photo. */
const [WIDTH, HEIGHT] = [4032, 3024]

/** A photo with detail everywhere, so that it compresses as photos do (about 4 MB). */
async function aPhoto(): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: WIDTH / 8,
      height: HEIGHT / 8,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer()
  return sharp(noise).resize(WIDTH, HEIGHT, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer()
}

/** CPU milliseconds of this process per photo. */
async function cpu(make: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < PHOTOS; index++) await make()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PHOTOS
}

/** The CPU that the two sizes of an upload cost. */
export async function run(): Promise<Goal[]> {
  const photo = await aPhoto()
  const times = await interleaved(ROUNDS, {
    floor: () => cpu(() => sharp(photo).rotate().raw().toBuffer()),
    product: () => cpu(() => makePhotoFiles(photo)),
  })
  printTable(
    [`${WIDTH} × ${HEIGHT}, ${number(photo.length / 1024 ** 2)} MB`, 'CPU a photo'],
    [
      ['floor: decoding alone', `${number(median(times.floor))} ms`],
      ['product', `${number(median(times.product))} ms`],
    ],
  )
  return [goal('a photo to two sizes, CPU: product/decoding alone', ratio(times.product, times.floor), '≤', 2.8)]
}
