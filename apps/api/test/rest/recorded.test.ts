import { liveEventSchema } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, expect, test } from 'vitest'
import { RECORDED } from '../../src/platform/rest/recorded.ts'
import { testApp } from '../app.ts'
import { testMailbox } from '../mailbox.ts'
import { testPushService } from '../push-service.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { IS_DOCUMENT, OPERATIONS } from './document.ts'
import { account, administration, channels, lostCases, moderation, scripts } from './played-account.ts'
import { chat, dogs, lostDog, playdates, saturday, signUpAll, sniffing } from './played-loop.ts'
import { Recorder } from './recorder.ts'

const [mailbox, pushes, receiver] = [await testMailbox(), await testPushService(), await startReceiver()]
afterAll(() => receiver.close())
const rec = new Recorder()
const app = testApp(
  {
    DEMO: '1',
    PUBLIC_URL: 'https://barkyard.example',
    SMTP_URL: mailbox.url,
    PUSH_HOSTS: pushes.host,
    WEBHOOK_HOSTS: receiver.host,
  },
  { now: () => new Date(rec.now) },
)

test('the examples of the documents are what a played loop answers: vitest -u records it anew', async () => {
  const cast = await signUpAll(app, rec, mailbox)
  await dogs(rec, cast)
  await sniffing(rec, cast)
  const matchId = await chat(rec, app, cast, mailbox)
  const playdateId = await playdates(rec, cast, matchId)
  await saturday(rec, cast, playdateId)
  await lostDog(rec, cast)
  await channels(rec, cast, pushes)
  await scripts(rec, cast, receiver)
  await moderation(rec, cast)
  await lostCases(rec, cast)
  await administration(rec, app, cast)
  await account(rec, app, cast, mailbox)
  const types = liveEventSchema.options.map(({ shape }) => shape.type.value).sort()
  await until(rec.eventTypes, types)
  await expect(rec.text()).toMatchFileSnapshot('../../src/platform/rest/recorded.json')
})

test('no call is left out that takes or answers something', () => {
  const needed = OPERATIONS.map(({ operation }) => operation).filter(
    ({ operationId, parameters = [], requestBody, responses }) => {
      const isJson = responses[200]?.content?.['application/json'] !== undefined
      return (isJson && !IS_DOCUMENT.test(operationId)) || requestBody || parameters.some(one => one.in === 'path')
    },
  )
  expect(Object.keys(RECORDED.calls)).toEqual(expect.arrayContaining(needed.map(({ operationId }) => operationId)))
})
