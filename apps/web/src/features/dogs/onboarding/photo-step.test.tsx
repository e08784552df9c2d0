import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '../../../testing/network-links.ts'
import { close, open } from '../../../testing/open.tsx'
import { aDog, anOwner, aPhoto } from '../../../testing/rows.ts'
import { isAt, isGone, isSeen, sees } from '../../../testing/seen.ts'
import { answerUploads, photoFile } from '../../../testing/uploads.ts'

const user = anOwner({ dog: null })
const openWizard = () => open('/onboarding', { user, state: { step: 5 } })

/** Opens the step of the photos, as after a reload. @param lost the photos that were chosen before */
function openPhotos(lost = 0) {
  const about = { name: 'Rex', breed: 'Beagle', size: 'small', sex: 'female', age: '3', temperament: ['calm'] }
  const draft = { ...about, bio: 'Sleeps a lot.', city: 'Oakland' }
  sessionStorage.setItem(`new-dog ${user.id}`, JSON.stringify({ clientId: 'client', draft, photos: lost }))
  return openWizard()
}

const AVIF =
  'data:image/avif;base64,AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAApbWRhdBIACgg4CL9pAQ0GkDITH/JihO////Fn4ACQNY48QAHMgA=='
const slots = page.getByRole('img', { name: /^\d: / })
const input = page.getByLabelText('Add photos').last()
const have = (count: number) => expect.poll(() => slots.elements().length).toBe(count)

const photos = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => photoFile(`photo-${at + 1}.png`)))
/** A file that begins with these bytes. */
const file = (name: string, start: string, size = 80) =>
  new File([Uint8Array.from(start, letter => letter.charCodeAt(0)), new Uint8Array(size)], name, { type: 'image/jpeg' })

test('photos that do not fit are left out, and each free slot adds some', async () => {
  await openPhotos()
  const good = await photos(7)
  await input.upload(good)
  await sees('Too many photos', 'You can only upload 6 more photo(s). Maximum is 6 photos.')
  await have(6)
  await page.getByRole('button', { name: 'Remove photo 4' }).dblClick()
  await have(5)
  for (const at of [5, 4, 3]) await page.getByRole('button', { name: `Remove photo ${at}` }).click()
  await have(2)
  await input.upload([file('cat.gif', 'GIF89a'), ...good.slice(0, 4)])
  await sees(
    'You can only upload 4 more photo(s). Maximum is 6 photos. cat.gif is a GIF. Please choose a JPG, PNG, or WebP.',
  )
  await have(6)
  expect(document.querySelector('input[type=file]')).toBeNull()
})

test('every free slot leads to the files, and photos are checked before they are uploaded', async () => {
  await openPhotos()
  const tiles = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => tiles.elements().length).toBe(6)
  let opened = 0
  // Asked for by the click on a label, and stopped before the system's dialog.
  input.element().addEventListener('click', event => {
    event.preventDefault()
    opened += 1
  })
  for (const tile of tiles.all()) await tile.click()
  expect(opened).toBe(6)
  await sees('Upload 1-6 photos (JPG, PNG, or WebP, max 8MB each)')
  for (const [wrong, message] of [
    [file('cat.gif', 'GIF89a'), 'cat.gif is a GIF. Please choose a JPG, PNG, or WebP.'],
    [file('phone.jpg', '\0\0\0\x18ftypheic'), /^phone\.jpg is a HEIC\./],
    [file('notes.png', 'hello'), /^notes\.png isn't a photo we can use\./],
    [file('big.jpg', '\xff\xd8\xff', 11 * 1024 * 1024 - 3), 'big.jpg is 11 MB. The limit is 8 MB.'],
    [file('broken.png', '\x89PNG'), "We can't read broken.png."],
  ] as const) {
    await input.upload(wrong)
    await sees(message)
    await have(0)
  }
  // The browser can decode this one, the server could not.
  const avif = await fetch(AVIF).then(answer => answer.blob())
  await input.upload(new File([avif], 'phone.avif', { type: 'image/avif' }))
  await isSeen(page.getByRole('img', { name: '1: phone.jpg' }))
})

/** EXIF that says that the top of a photo is at its right. */
const LIES = 'ffe1002245786966000049492a0008000000010012010300010000000600000000000000'

/** A noisy photo of more than 11 MB that lies on its side. Its top is bright. */
async function bigPhoto() {
  const [width, height] = [3760, 2820]
  const pixels = new ImageData(width, height)
  const words = new Uint32Array(pixels.data.buffer)
  let seed = 1
  for (let at = 0; at < words.length; at++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    words[at] = ((seed >>> 1) & 0x7f7f7f) | (at < words.length / 2 ? 0xff808080 : 0xff000000)
  }
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  const exif = Uint8Array.from(LIES.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return new File([jpeg.slice(0, 2), exif, jpeg.slice(2)], 'big.jpg', { type: 'image/jpeg' })
}

test('a phone’s photo of 11 MB is made smaller and upright; one that is not sent is sent once at the next try', async () => {
  const made = aDog()
  const [sent, dogIds]: [File[], unknown[]] = [[], []]
  answerUploads(form => {
    dogIds.push(form.get('dogId'))
    return sent.push(form.get('photo') as File) === 1 ? null : { status: 200, body: aPhoto() }
  })
  await openPhotos()
  network.answer({ 'location.set': anOwner(), 'dogs.create': made, 'dogs.edit': made })
  const big = await bigPhoto()
  expect(big.size).toBeGreaterThan(11 * 1024 * 1024)
  // An upload of vitest's would carry it to the browser in base64.
  const chosen = new DataTransfer()
  for (const one of [big, ...(await photos(1))]) chosen.items.add(one)
  await isSeen(input)
  Object.assign(input.element(), { files: chosen.files })
  input.element().dispatchEvent(new Event('change', { bubbles: true }))
  await have(2)
  const complete = page.getByRole('button', { name: 'Complete' })
  await complete.click()
  await sees(/'s profile is saved, but a photo is missing/)
  await complete.click()
  await isAt('/my-dogs')
  expect(sent.map(({ name }) => name)).toEqual(['big.jpg', 'photo-1.png', 'big.jpg'])
  // The retry makes no second dog.
  expect(network.calls('dogs.create')).toHaveLength(1)
  expect(dogIds).toEqual([made.id, made.id, made.id])
  const [photo] = sent
  expect(photo?.size).toBeLessThan(4 * 1024 * 1024)
  const picture = await createImageBitmap(photo ?? new Blob())
  expect([picture.width, picture.height]).toEqual([1500, 2000])
  const pen = new OffscreenCanvas(2, 1).getContext('2d')
  pen?.drawImage(picture, 0, 0, 2, 1)
  const { data } = pen?.getImageData(0, 0, 2, 1) ?? {}
  expect(data?.[4]).toBeGreaterThan((data?.[0] ?? 255) + 50)
})

test('a reload keeps the draft, and says which photos are lost', async () => {
  await openPhotos(1)
  await sees('The page was reloaded, so your photo is gone. Please choose it again.')
  await input.upload(await photoFile('rex.png'))
  await isGone(page.getByText(/your photo is gone/))
  for (let step = 4; step >= 3; step--) await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Calm' })).toBeChecked()
  await expect.element(page.getByLabelText('Bio')).toHaveValue('Sleeps a lot.')
  await close()
  await openPhotos(2)
  await sees('The page was reloaded, so your 2 photos are gone. Please choose them again.')
  // Once some are uploaded, it speaks of the others alone.
  network.answer({ 'location.set': anOwner(), 'dogs.create': aDog(), 'dogs.edit': aDog() })
  const stored = { status: 200, body: aPhoto() }
  answerUploads(form => ((form.get('photo') as File).name === 'photo-1.png' ? stored : null))
  await input.upload(await photos(3))
  await page.getByRole('button', { name: 'Complete' }).click()
  await sees(/ 2 photos are missing/)
  const kept = { ...sessionStorage }
  await close()
  Object.assign(sessionStorage, kept)
  await openWizard()
  await sees(
    /^The page was reloaded\. What was uploaded is saved, but your other 2 photos are gone\. Please choose them/,
  )
})
