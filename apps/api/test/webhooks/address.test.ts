import { isIP } from 'node:net'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { publicLookupBy, type Resolver } from '../../src/features/webhooks/address.ts'
import { testApp } from '../app.ts'
import { type Person, signUp } from '../client.ts'

const app = testApp()
let owner: Person
beforeAll(async () => {
  owner = await signUp(app.url)
})

/** A name service that knows a name by these addresses. No name of the public one is known to lead inside as well. */
const resolverOf =
  (addresses: string[]): Resolver =>
  (_hostname, _options, done) =>
    done(
      null,
      addresses.map(address => ({ address, family: isIP(address) })),
    )

const NOT_PUBLIC = { name: 'NotPublic' }

describe('the address of a webhook', () => {
  test.each([
    'http://hooks.example.com/x',
    'https://user:secret@hooks.example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[4000::1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://db.internal/',
    'https://metadata/',
    'ftp://hooks.example.com/',
    'not an address',
    // No text of one line.
    ...['\0', '\n', '\ud800'].map(odd => `https://hooks.example.com/${odd}`),
  ])('%j is refused', async url => {
    const { status, body } = await owner.post<ErrorBody>('/api/webhooks', { url, events: ['message'] })
    expect([status, body.issues?.[0]?.path]).toEqual([400, ['url']])
  })

  test.each([
    ['1.1.1.1', '10.0.0.7'],
    ['10.0.0.7', '1.1.1.1'],
    ['2606:4700::1111', '::1'],
  ])('is refused if its name resolves to %s and %s: either may be connected to', async (...addresses) => {
    const lookup = publicLookupBy(resolverOf(addresses))
    for (const options of [{ all: true }, { all: false }])
      expect(await new Promise(resolve => lookup('hooks.example.com', options, resolve))).toMatchObject(NOT_PUBLIC)
  })

  test('whose name resolves to public ones alone is taken', async () => {
    const lookup = publicLookupBy(resolverOf(['1.1.1.1', '8.8.8.8']))
    const answer = await new Promise(resolve => lookup('x', { all: false }, (...taken) => resolve(taken)))
    expect(answer).toEqual([null, '1.1.1.1', 4])
  })
})
