import { randomUUID } from 'node:crypto'
import { inTransaction } from '@barkyard/db/open'
import { createUser, updatePlace } from '@barkyard/db/queries/account/users'
import { insertDog } from '@barkyard/db/queries/dogs/dogs'
import { addPhoto } from '@barkyard/db/queries/photos/photos'
import { accepted } from '@barkyard/db/testing/accepted'
import { cellOf } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { callRaw } from '../attacks/raw.ts'
import { ownerWithDog, type Person, unique } from '../client.ts'

const app = testApp()
let searcher: Person

beforeAll(async () => {
  const home = { lat: 40.005, lng: -100.005, city: 'Oakland' }
  searcher = (await ownerWithDog(app.url, { name: 'Own' }, home)).owner
  for (let at = 0; at < 60; at++) {
    const dog = await inTransaction(app.services.db, async trx => {
      const email = `many-${unique()}@example.test`
      const user = { email, passwordHash: null, firstName: 'Robin', lastName: 'Hale' }
      const { userId } = accepted(await createUser(trx, user))
      const made = await insertDog(
        trx,
        userId,
        {
          name: `Dog ${unique()}`,
          breed: ['Corgi', 'Border Collie', 'Golden Retriever'][at % 3] ?? 'Mutt',
          size: 'medium',
          sex: at % 2 === 0 ? 'female' : 'male',
          ageYears: at % 12,
          temperament: ['playful', 'calm'],
          bio: `Likes tennis ball number ${at}, naps in the sun and long walks by the lake.`,
        },
        '2030-01-01',
      )
      const place = { lat: home.lat + at / 1000, lng: home.lng }
      await updatePlace(trx, userId, () => ({ ...place, city: null, cell: cellOf(place) }))
      return made
    })
    for (let photo = 0; photo < 2; photo++)
      await app.services.write(null, trx =>
        addPhoto(
          trx,
          { kind: 'admin' },
          { dogId: dog.id, key: randomUUID(), focus: null, hash: null },
          {
            atMost: 6,
            now: new Date(),
          },
        ),
      )
  }
})

/** The bytes of an answer on the wire. fetch would decompress them. */
async function onTheWire(path: string, encoding: string) {
  const sent = { cookie: searcher.cookie, 'accept-encoding': encoding }
  const { headers, bytes } = await callRaw(`${app.url}${path}`, { headers: sent })
  return { encoding: headers['content-encoding'] ?? 'none', vary: headers.vary ?? '', bytes }
}

const SEARCH = encodeURIComponent(JSON.stringify({ 0: { distance: 25 } }))

test.each([
  ['/api/sniff', 'br, gzip', 'br'],
  ['/api/sniff', 'gzip, deflate', 'gzip'],
  [`/api/trpc/sniff.search?batch=1&input=${SEARCH}`, 'br', 'br'],
])('a page of 50 dogs is small on the wire: %s, %s', async (path, accepted, encoding) => {
  expect((await searcher.get<SniffDog[]>('/api/sniff')).body).toHaveLength(50)
  const answer = await onTheWire(path, accepted)
  expect(answer).toMatchObject({ encoding, vary: expect.stringContaining('accept-encoding') })
  expect(answer.bytes).toBeLessThanOrEqual(8 * 1024)
})

// Every address but the first is a page without a route of its own.
test.each(['/', '/sniff', '/settings', '/dog/unknown'])('a page is compressed: %s', async path => {
  const whole = await onTheWire(path, 'identity')
  const answer = await onTheWire(path, 'br, gzip')
  expect(answer).toMatchObject({ encoding: 'br', vary: expect.stringContaining('accept-encoding') })
  expect(answer.vary).toContain('cookie')
  expect(answer.bytes).toBeLessThan(whole.bytes / 3)
})

test('small answers, and answers to clients without compression, are not compressed', async () => {
  expect(await onTheWire('/api/auth/user', 'br, gzip')).toMatchObject({ encoding: 'none' })
  expect(await onTheWire('/api/trpc/auth.user?batch=1&input=%7B%7D', 'br, gzip')).toMatchObject({ encoding: 'none' })
  expect(await onTheWire('/api/sniff', 'identity')).toMatchObject({ encoding: 'none' })
})
