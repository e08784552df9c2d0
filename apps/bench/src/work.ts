import { calendarText } from '@barkyard/api/features/calendar/calendar-text'
import { loadCities } from '@barkyard/api/features/location/gazetteer/city-file'
import { findCity, similarCities } from '@barkyard/api/features/location/gazetteer/gazetteer'
import { makePhotoFiles } from '@barkyard/api/platform/storage/photo-image'
import sharp from 'sharp'
import { type Goal, goal, interleaved, median, number, printTable, ratio, timed } from './lib/report.ts'

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

const ENTRIES = Array.from({ length: 300 }, (_, n) => ({
  kind: 'playdate' as const,
  id: `${n}`,
  when: new Date(n * 3_600_000),
  since: new Date(0),
  parkName: 'Dolores Park',
  place: { lat: 37.7596, lng: -122.4269 },
  address: 'Dolores St & 19th St, San Francisco, CA 94114',
  revision: 1,
  notes: 'Ball games 🐕 '.repeat(14),
  status: 'accepted' as const,
  dogName: 'Ada',
  otherDogName: 'Bo',
}))
/** The longest one, which does not exist. */
const CITY = `san ${'zzzz '.repeat(23)}`

/** Work that holds up everybody else on its core: the two sizes of an upload, a calendar feed, and the check of a city. */
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
  loadCities()
  const url = new URL('https://yard.example')
  return [
    goal('a photo to two sizes, CPU: product/decoding alone', ratio(times.product, times.floor), '≤', 2.8),
    goal('a calendar feed of 300, ms', await timed(30, async () => calendarText(ENTRIES, url)), '≤', 5),
    goal('a city checked, ms', await timed(30, async () => findCity(CITY) ?? similarCities(CITY, 3)), '≤', 1),
  ]
}
