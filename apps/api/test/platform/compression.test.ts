import { randomUUID } from 'node:crypto'
import { inTransaction } from '@barkyard/db/open'
import { updatePlace } from '@barkyard/db/queries/account/users'
import { newId } from '@barkyard/db/queries/ids'
import { addDog, addOwner } from '@barkyard/db/testing/owners'
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
    const ownerId = await addOwner(app.services.db, `many-${unique()}`)
    const { id } = await addDog(app.services.db, ownerId, `Dog ${unique()}`)
    const bio = `Likes tennis ball number ${at}, naps in the sun and long walks by the lake.`
    const place = { lat: home.lat + at / 1000, lng: home.lng }
    await inTransaction(app.services.db, async trx => {
      await trx.updateTable('dogs').set({ bio }).where('id', '=', id).execute()
      await updatePlace(trx, ownerId, () => ({ ...place, city: null, cell: cellOf(place) }))
      const photos = [1, 2].map(order => ({ id: newId(), dog_id: id, key: `${randomUUID()}-${order}` }))
      await trx.insertInto('photos').values(photos).execute()
    })
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
  for (const small of ['/api/auth/user', '/api/trpc/auth.user?batch=1&input=%7B%7D'])
    expect(await onTheWire(small, 'br, gzip')).toMatchObject({ encoding: 'none' })
  expect(await onTheWire('/api/sniff', 'identity')).toMatchObject({ encoding: 'none' })
})
