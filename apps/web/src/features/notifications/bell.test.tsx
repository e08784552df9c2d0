import { isolate } from '@barkyard/domain/isolate'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, fails, network, writes } from '../../testing/network-links.ts'
import { goTo, open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aLost, aMatch, aNeighbour, anOwner } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, leadsTo, pressOn, says, sees } from '../../testing/seen.ts'

const [rex, ada] = [aDog({ name: 'Rex' }), aDog({ name: 'Ada' })]
const user = anOwner({ dog: rex })
const match = aMatch(ada, aNeighbour({ name: 'Mochi' }))
const barked: Notification = {
  id: 'barked',
  kind: 'match',
  title: 'Mochi barked at Rex',
  body: '',
  path: '/barks',
  dogId: rex.id,
  matchId: null,
  createdAt: new Date().toISOString(),
  seenAt: null,
}
const admin = anOwner({ role: 'admin', isImpersonating: true, dog: match.otherDog })
const bell = page.getByRole('link', { name: /^Notifications/ }).first()
const panel = page.getByRole('region', { name: 'Notifications', exact: true })
const impersonation = page.getByRole('region', { name: 'Impersonation' })
const ask = page.getByRole('dialog', { name: 'Open as Ada?' })
const isActing = (name: string) => isSeen(page.getByRole('button', { name: `${name}: menu` }))
const own = {
  'dogs.mine': [rex, ada],
  'matches.get': match,
  'messages.list': match.lastMessage ? [match.lastMessage] : [],
  'dogs.activate': writes({ 'auth.user': { ...user, dog: ada } }, { activeDogId: ada.id, dog: ada }),
}

test('the list below the bell closes where the window becomes too narrow for it; there it is a page: empty, with notifications, and after a failure; Back closes an open menu', async () => {
  const seen = writes({ 'notifications.unseenCount': { count: 0 } })
  await open('/doghouse', { user, answers: { 'notifications.list': fails, 'notifications.seen': seen } })
  await bell.click()
  await isSeen(panel)
  await page.viewport(320, 640)
  await isGone(panel)
  await bell.click()
  await isAt('/notifications')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Notifications' })).toHaveFocus()
  await sees("We couldn't load your notifications")
  network.answer({ 'notifications.list': aPage() })
  await page.getByRole('button', { name: 'Try again' }).click()
  await sees('All quiet')
  await leadsTo(page.getByRole('link', { name: 'Sniff Dogs' }), '/sniff')
  network.answer({ 'notifications.list': aPage(barked), 'notifications.unseenCount': { count: 1 } })
  network.emit({ type: 'notifications' })
  await isSeen(page.getByRole('link', { name: /Mochi barked at Rex/ }))
  await expect.poll(() => network.calls('notifications.seen')).toEqual([{ upTo: 'barked' }])
  await says(bell, /^Notifications$/)
  await page.getByRole('button', { name: 'Rex: menu' }).click()
  await isSeen(page.getByRole('menu'))
  history.back()
  await isAt('/doghouse')
  await isGone(page.getByRole('menu'))
})

test('a matter has one row with the face of whom it is about, and the bell counts what no tab does', async () => {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  const chat = { ...barked, seenAt: barked.createdAt, path: `/bark-chat/${match.id}` }
  const wrote: Notification = { ...chat, id: 'wrote', kind: 'message', title: 'Mochi wrote to Rex' }
  const before: Notification = { ...chat, id: 'before', createdAt: yesterday }
  const password: Notification = {
    ...before,
    id: 'password',
    kind: 'account',
    title: 'Your password was changed',
    path: '/settings/account',
    dogId: null,
  }
  const { id, name, breed, size, temperament, photos } = match.otherDog
  const answers: Answers = {
    'notifications.list': aPage(wrote, before, password),
    'notifications.faces': [{ id: 'wrote', dog: { id, name, breed, size, temperament, photos } }],
    'notifications.unseenCount': ask => ({ count: ask?.besideTabs === 'yes' ? 1 : 3 }),
  }
  await open('/notifications', { user, answers })
  const rows = page.getByRole('main').getByRole('listitem')
  await says(rows.first(), /Mochi wrote to Rex.*and 1 before/)
  expect(rows.elements()).toHaveLength(2)
  await expect.poll(() => rows.first().element().querySelector('img')).not.toBeNull()
  expect(rows.nth(1).element().querySelector('img')).toBeNull()
  await isSeen(page.getByRole('region', { name: 'Earlier' }).getByText(/password/))
  await says(bell, /^Notifications11 new$/)

  // The body is never cut, and a name from right to left turns no sentence.
  const title = `${isolate('كلب')} barked at Rex`
  const long = { ...barked, title, seenAt: barked.createdAt, body: 'scratch scratch '.repeat(30).trim() }
  await page.viewport(320, 640)
  network.change({ 'notifications.list': aPage(long), 'notifications.faces': [] })
  document.documentElement.style.setProperty('font-size', '200%')
  const body = page.getByText(long.body)
  await isSeen(body)
  const { scrollHeight, clientHeight } = body.element()
  document.documentElement.style.removeProperty('font-size')
  expect(scrollHeight - clientHeight).toBeLessThanOrEqual(1)
  expect(getComputedStyle(page.getByText(title).element()).direction).toBe('ltr')
})

test('a link from elsewhere asks before another dog acts, changes nothing until then, and is opened as that dog once', async () => {
  await open('/doghouse', { user, answers: own })
  // One about the dog that acts, or one of somebody else's, asks nothing.
  for (const { id } of [rex, match.otherDog]) {
    goTo(`/playdates?as=${id}`)
    await isAt('/playdates')
    await isActing('Rex')
    await isGone(page.getByRole('dialog'))
  }
  const path = `/bark-chat/${match.id}`
  goTo(`${path}?as=${ada.id}`)
  await says(ask, 'This link is about Ada. You are Rex now.')
  await ask.getByRole('button', { name: 'Stay Rex' }).click()
  await isAt(path)
  await isActing('Rex')
  expect(network.calls('dogs.activate')).toEqual([])
  goTo(`${path}?as=${ada.id}`)
  await ask.getByRole('button', { name: 'Open as Ada' }).dblClick()
  await isAt(path)
  await sees('Woof! 🐕')
  await isActing('Ada')
  expect(network.calls('dogs.activate')).toEqual([{ dogId: ada.id }])
})

test("a link from elsewhere does not end acting as somebody else's dog by itself", async () => {
  await open(`/playdates?as=${ada.id}`, { user: admin, answers: own })
  await says(ask, 'If you open it, you stop acting as Mochi.')
  await page.getByRole('button', { name: 'Stay Mochi' }).click()
  await isSeen(impersonation)
  expect(network.allCalls().filter(({ path }) => /activate|stopImpersonation/.test(path))).toEqual([])
})

for (const [whose, acting] of [
  ['one’s own other dog', user],
  ["somebody else's dog", admin],
] as const)
  test(`a notification opens its page as the dog that it is about, instead of ${whose}`, async () => {
    const path = `/bark-chat/${match.id}`
    const about = { ...barked, title: 'Mochi barked at Ada', path, dogId: ada.id, seenAt: null }
    const answers: Answers = {
      ...own,
      'notifications.list': aPage(about),
      'admin.stopImpersonation': { ok: true },
      'notifications.seen': { ok: true },
    }
    await open('/doghouse', { user: acting, answers })
    await bell.click()
    await panel.getByRole('link', { name: /Mochi barked at Ada/ }).click()
    // It is not the admin who has seen it.
    if (acting.isImpersonating) expect(network.calls('notifications.seen')).toEqual([])
    await isAt(path)
    await isActing('Ada')
    await isGone(panel, impersonation)
    expect(network.calls('dogs.activate')).toEqual([{ dogId: ada.id }])
  })

test.each([
  ['/playdates', { kind: 'playdate', path: '/playdates#playdate-1', dogId: rex.id }],
  ['/lost/1', { kind: 'lost', path: '/lost/1', dogId: null }],
  [`/dog/${ada.id}/lost`, { kind: 'moderation', path: '/lost/1', dogId: ada.id }],
] as const)('notifications about the open %s are seen at once, others are not', async (path, about) => {
  await open(path, { user, answers: { ...own, 'lost.get': aLost(ada), 'notifications.seenOnPage': { ok: true } } })
  network.answer({
    'notifications.list': aPage({ ...barked, ...about, id: 'here' }, barked),
    'notifications.unseenCount': { count: 2 },
  })
  network.emit({ type: 'notifications' })
  await expect.poll(() => network.calls('notifications.seenOnPage')).toEqual([{ ids: ['here'] }])
})

test('the list below the bell takes the focus and gives it back, clears the count, and marks what is new while it is open', async () => {
  const seen = () => {
    const read = { ...barked, seenAt: barked.createdAt }
    network.answer({ 'notifications.list': aPage(read), 'notifications.unseenCount': { count: 0 } })
    network.emit({ type: 'notifications' })
    return { ok: true } as const
  }
  const one = { 'notifications.list': aPage(barked), 'notifications.unseenCount': { count: 1 } }
  await open('/doghouse', { user, answers: { ...one, 'notifications.seen': seen } })
  await expect.element(bell).toHaveAccessibleName('Notifications 1 new')
  await pressOn(bell, '{Enter}')
  await expect.element(panel.getByRole('heading', { name: 'Notifications' })).toHaveFocus()
  await isSeen(panel.getByRole('heading', { name: 'Today' }))
  await expect.poll(() => network.calls('notifications.list').length).toBe(2)
  await expect.element(bell).toHaveAccessibleName('Notifications')
  await isSeen(panel.getByRole('link', { name: /^New: Mochi barked at Rex/ }))
  await userEvent.keyboard('{Escape}')
  await isGone(panel)
  await expect.element(bell).toHaveFocus()
  await bell.click()
  await isSeen(panel.getByRole('link', { name: /^Mochi barked at Rex/ }))
  await page.getByRole('heading', { level: 1 }).click()
  await isGone(panel)
})
