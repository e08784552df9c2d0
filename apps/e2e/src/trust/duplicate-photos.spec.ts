import type { Dog } from '@barkyard/domain/schemas/dog'
import { setAdmin } from '../admins.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { type Person, portraitPng } from '../people.ts'

async function upload(person: Person, { id }: Dog, buffer: Buffer) {
  const photo = { name: 'dog.png', mimeType: 'image/png', buffer }
  const response = await person.context.request.post('/api/photos', { multipart: { dogId: id, photo } })
  expect(response.status()).toBe(200)
}

test('the same photo of another owner’s dog is shown to moderators beside the first one', async ({
  person,
  server,
}) => {
  const [first, second, admin] = [await person(), await person(), await person()]
  await setAdmin(server, admin)
  const biscuit = await first.dog({ name: 'Biscuit' })
  const copycat = await second.dog({ name: 'Copycat' })
  const picture = await portraitPng({
    name: `Twin ${process.pid}`,
    breed: 'Poodle',
    size: 'large',
    temperament: ['shy', 'calm'],
  })
  await upload(first, biscuit, picture)
  await upload(second, copycat, picture)

  const panel = await admin.open('/admin/reports')
  const queue = panel.getByRole('region', { name: /^Reports/ })
  await queue.getByRole('button', { name: /^Copycat: Not a real dog or owner/ }).click()
  const twins = panel.getByRole('dialog', { name: 'Report' }).getByRole('region', { name: 'The same photo elsewhere' })
  await expect(twins.getByRole('img')).toHaveCount(2)
  for (const name of ['Photo of Copycat', 'Photo of Biscuit'])
    await expect(twins.getByRole('img', { name })).not.toHaveJSProperty('naturalWidth', 0)
  await expect(twins.getByRole('link', { name: 'Biscuit', exact: true })).toHaveAttribute('href', `/dog/${biscuit.id}`)
  await expectAccessible(panel)
})
