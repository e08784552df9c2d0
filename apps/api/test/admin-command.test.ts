import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from './admin.ts'
import { testApp } from './app.ts'
import { createDog, ownerWithDog, type Person, signUp, twoMatched } from './client.ts'
import { program } from './faults/processes.ts'
import { openChat } from './socket.ts'

const app = testApp()
const run = promisify(execFile)

/** `pnpm admin …` as a process of its own, beside the running app. */
async function command(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: app.parts.config.databaseUrl ?? '',
    DATA_DIR: app.dataDir,
    LOG_LEVEL: 'fatal',
  }
  try {
    const { stdout, stderr } = await run(process.execPath, program('admin', ...words), { env })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

let person: Person
beforeAll(async () => {
  person = await signUp(app.url, { email: 'Sam.Boss@example.test', firstName: 'Sam', lastName: 'Boss' })
})

const isAdmin = async () => (await person.get('/api/admin/users')).status === 200

test('grant, list and revoke work beside a running app, within five seconds', async () => {
  expect(await command('list')).toMatchObject({ code: 0, out: 'Nobody is an admin.\n' })
  expect(await isAdmin()).toBe(false)
  expect(await command('grant', 'sam.boss@EXAMPLE.test')).toMatchObject({ code: 0 })
  const granted = Date.now()
  await eventually(isAdmin)
  expect(Date.now() - granted).toBeLessThan(5_000)
  expect((await command('list')).out).toBe('Sam.Boss@example.test  Sam Boss\n')

  const { first, matchId } = await twoMatched(app.url)
  await person.post(`/api/admin/impersonate-dog/${first.dog.id}`)
  const chat = await openChat(person)
  expect(await command('revoke', person.user.email)).toMatchObject({ code: 0 })
  const revoked = Date.now()
  await eventually(async () => !(await isAdmin()))
  expect((await person.get('/api/auth/user')).body).toMatchObject({ isAdmin: false, isImpersonating: false, dog: null })
  // The open socket hears nothing more of the dog it acted as.
  await eventually(async () => {
    const heard = chat.messages.length
    await first.owner.post('/api/active-dog', { dogId: first.dog.id })
    const ownChat = await openChat(first.owner)
    ownChat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'private' })
    await ownChat.until(({ messages }) => messages.length === 1)
    ownChat.socket.terminate()
    return chat.messages.length === heard
  })
  expect(Date.now() - revoked).toBeLessThan(5_000)
  chat.socket.terminate()
})

test('somebody without an account, and anything else, is a clear failure', async () => {
  const unknown = await command('grant', 'nobody@example.test')
  expect(unknown).toMatchObject({ code: 1, err: 'Nobody has an account with the e-mail nobody@example.test.\n' })
  for (const words of [[], ['grant'], ['promote', 'a@b.test'], ['list', 'more']]) {
    const { code, err } = await command(...words)
    expect([words, code]).toEqual([words, 2])
    expect(err).toContain('pnpm admin grant EMAIL')
  }
})

test('a dog of an admin stays theirs when the flag goes', async () => {
  const { owner } = await ownerWithDog(app.url)
  const dog = await createDog(owner)
  await command('grant', owner.user.email)
  await command('revoke', owner.user.email)
  expect((await owner.get(`/api/dogs/${dog.id}`)).status).toBe(200)
})
