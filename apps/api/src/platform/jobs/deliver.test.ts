import { expect, test } from 'vitest'
import { DeliveryRefused, SlowHosts } from './deliver.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const refuse = (status: number) => () => Promise.reject(new DeliveryRefused({ status, retryAfterMs: null }))
const forever = () => new Promise<never>(() => {})
const HOST = 'https://receiver.test'

function make() {
  const hosts = new SlowHosts(() => NOW)
  const fails = async (owner: string, status: number, times: number, path = '/') => {
    for (let n = 0; n < times; n++) await hosts.run(owner, HOST + path, refuse(status)).catch(() => {})
  }
  return { hosts, fails }
}

test('an owner has four requests at once, on whatever hosts, and a host eight', () => {
  const { hosts } = make()
  for (let n = 0; n < 4; n++) void hosts.run('ann', `https://${n}.test/`, forever)
  expect(hosts.busyUntil('ann', 'https://other.test/')).toEqual(at(1))
  expect(hosts.busyUntil('bob', 'https://0.test/')).toBeNull()
  for (let n = 0; n < 8; n++) void hosts.run(`owner ${n}`, HOST, forever)
  expect(hosts.busyUntil('bob', HOST)).toEqual(at(1))
  expect(hosts.busyUntil('bob', 'https://other.test/')).toBeNull()
})

test.each([500, 503, 429, 408])(
  'three answers of %i pause a host for their owner alone, refusals do not',
  async status => {
    const { hosts, fails } = make()
    await fails('ann', 404, 5)
    expect(hosts.busyUntil('ann', HOST)).toBeNull()
    await fails('ann', status, 2)
    expect(hosts.busyUntil('ann', HOST)).toBeNull()
    await fails('ann', status, 1, '/another')
    expect(hosts.busyUntil('ann', HOST)).toEqual(at(30))
    expect(hosts.busyUntil('ann', 'https://other.test/')).toBeNull()
    expect(hosts.busyUntil('bob', HOST)).toBeNull()
  },
)

test('failures for three owners pause a host for everybody, unless it accepted something meanwhile', async () => {
  const { hosts, fails } = make()
  for (const owner of ['ann', 'bob']) await fails(owner, 503, 1)
  await hosts.run('cy', HOST, async () => 204)
  await fails('cy', 503, 1)
  expect(hosts.busyUntil('dot', HOST)).toBeNull()
  for (const owner of ['ann', 'bob']) await fails(owner, 503, 1)
  expect(hosts.busyUntil('dot', HOST)).toEqual(at(30))
})
