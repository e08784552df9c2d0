import { expect, test } from '../fixtures.ts'

for (const hasPhoto of [true, false])
  test(`one's own dog is shared as a picture ${hasPhoto ? 'of its photo' : 'of its portrait'} and words`, async ({
    person,
  }) => {
    const me = await person()
    const dog = await me.dog({ name: 'Nori', temperament: ['playful', 'shy'] })
    if (hasPhoto) await me.photo(dog)
    const page = await me.open('/profile')
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Nori' })
    const picture = dialog.getByRole('img', { name: 'Meet Nori: Corgi, 3 years, playful and shy.' })
    await expect(picture).toBeVisible()
    const { url } = await me.call<{ url: string }>('GET', '/invite')
    await expect(dialog.getByText(`Come and play: ${url}`)).toBeVisible()
    // The photo or the portrait is in it: where it stands, the picture has many colours.
    const colours = await picture.evaluate(async image => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1350 })
      const pen = canvas.getContext('2d')
      pen?.drawImage(image as HTMLImageElement, 0, 0, 1080, 1350)
      const pixels = pen?.getImageData(100, 100, 880, 800).data ?? []
      return new Set(Array.from({ length: pixels.length / 4 }, (_, at) => pixels[4 * at] ?? 0)).size
    })
    expect(colours).toBeGreaterThan(50)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save picture' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('dog.jpg')
  })

test("the share sheet gets the picture; others' dogs are not shared", async ({ person }) => {
  const [me, other] = [await person(), await person()]
  const dog = await me.dog({ name: 'Nori' })
  const theirs = await other.dog({ name: 'Juno' })
  const page = await me.context.newPage()
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => void shared.push(data) })
  })
  await page.goto(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share Nori' }).getByRole('button', { name: 'Share' }).click()
  const file = () =>
    page.evaluate(() => {
      const [data] = (window as unknown as { shared: ShareData[] }).shared
      return data && { type: data.files?.[0]?.type, words: data.text?.startsWith('Meet Nori: Corgi') }
    })
  await expect.poll(file).toEqual({ type: 'image/jpeg', words: true })
  await page.goto(`/dog/${theirs.id}`)
  await expect(page.getByRole('button', { name: 'Bark (Send Woof!)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
})
