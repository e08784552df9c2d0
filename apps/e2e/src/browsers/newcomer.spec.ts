import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD, portraitPng } from '../people.ts'
import { aboutADog } from '../screens/newcomer-screens.ts'
import { expect, test } from './fixtures.ts'

test('a newcomer signs up and creates a dog with photos in five steps', async ({ open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-photos-'))
  const portrait = await portraitPng({ name: 'Pistachio', breed: 'Corgi', size: 'small', temperament: [] })
  const files = ['first.png', 'second.png', 'third.png'].map(name => join(folder, name))
  for (const file of files) await writeFile(file, portrait)

  const page = await open('/')
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('E-mail').fill(`newcomer-${crypto.randomUUID()}@example.test`)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.waitForURL(/\/my-dogs$/)
  await page.getByRole('link', { name: 'Add Your First Dog' }).click()
  await aboutADog(page, 4)
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('img', { name: '3: third.png' }).waitFor()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await page.getByRole('img', { name: '2: third.png' }).waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Profile created!').waitFor()
  await page.waitForURL(/\/my-dogs$/)
  await page.getByRole('button', { name: /^Pistachio/ }).waitFor()
  const sent = await page.evaluate(async () => {
    const dogs: { photos: unknown[] }[] = await (await fetch('/api/my-dogs')).json()
    return dogs.map(({ photos }) => photos.length)
  })
  expect(sent).toEqual([2])
  await rm(folder, { recursive: true })
})
