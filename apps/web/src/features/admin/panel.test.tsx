import type { AuditEntry, DayNumbers } from '@barkyard/domain/schemas/admin'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { anAdmin, aUser, aUsersDog, panelOf } from '../../testing/admin-panel.ts'
import { network } from '../../testing/network-links.ts'
import { close, open } from '../../testing/open.tsx'
import { aPage, pageOf } from '../../testing/quiet-yard.ts'
import { anOwner } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, leadsTo, says, sees, texts } from '../../testing/seen.ts'

const admin = anAdmin()
const owner = 'olive@example.test'
const days = Array.from({ length: 14 }, (_, at): DayNumbers => {
  const day = new Date(Date.UTC(2026, 10, 8 + at)).toISOString().slice(0, 10)
  return { day, signUps: at, barks: 0, messages: 0, playdates: 0, reports: 1 }
})
const entry = (action: AuditEntry['action'], detail: AuditEntry['detail']): AuditEntry => ({
  id: action,
  at: '2026-11-21T12:00:00.000Z',
  adminEmail: 'alex@example.test',
  action,
  dogId: 'dog',
  userId: null,
  detail,
})
const log = [
  entry('dog-transferred', { name: 'Rover', from: owner, to: 'alex@example.test' }),
  entry('impersonation-started', { name: 'Rover', owner }),
  entry('dog-edited', { name: 'Rover', owner, fields: ['breed', 'ageYears'] }),
  entry('dog-deleted', { name: 'Rex' }),
  { ...entry('role-changed', { owner, commandLine: true }), adminEmail: null, dogId: null, userId: 'olive' },
  { ...entry('owner-suspended', { until: '2027-01-02T12:00:00.000Z' }), adminEmail: null, userId: 'gone' },
  entry('photos-removed', { name: 'Rover', photos: 2 }),
  entry('statement-template-saved', { title: 'Please stop' }),
]
const answers = {
  ...panelOf([], []),
  'admin.audit': ({ search = '' } = {}) => aPage(...log.filter(({ detail }) => (detail.name ?? '').includes(search))),
  'admin.numbers': days,
  'admin.vitals': [],
}

test('the pages of the panel are one tap apart, and the spec’s lists stay on /admin', async () => {
  await open('/admin', { user: admin, answers, reducedMotion: true })
  const places = page.getByRole('navigation', { name: 'Admin' })
  const place = (name: string) => places.getByRole('link', { name })
  const dogs = page.getByRole('region', { name: 'All Dogs' })
  await isSeen(dogs, page.getByRole('region', { name: 'All Users' }))
  await expect.element(place('Dogs')).toHaveAttribute('aria-current', 'page')
  for (const [name, path, heading] of [
    ['Reports', '/admin/reports', /^Reports/],
    ['Checks', '/admin/checks', /^Checks/],
    ['Audit', '/admin/audit', /^Audit Log/],
    ['Numbers', '/admin/numbers', /^Sign-ups/],
  ] as const) {
    await place(name).click()
    await isAt(path)
    await isSeen(page.getByRole('heading', { level: 2, name: heading }))
    await expect.element(place(name)).toHaveAttribute('aria-current', 'page')
    await isGone(dogs)
  }
  // The lists are read again, because nobody tells of what they hold.
  network.answer(panelOf([aUser({ firstName: 'Nova' })], [aUsersDog(null, 'Newcomer')]))
  for (const way of ['Users', 'Dogs', 'Users']) await place(way).click()
  await says(page.getByRole('main'), /All Users.*Nova.*All Dogs.*Newcomer/)
  await expect.element(page.getByRole('heading', { name: /^All Users/ })).toHaveFocus()
  // They are one row in every window.
  const links = () => places.getByRole('link').elements()
  const rows = () => new Set(links().map(one => one.getBoundingClientRect().top)).size
  for (const width of [375, 500, 700, 800]) {
    await page.viewport(width, 800)
    await expect.poll(rows).toBe(1)
  }
  // Whoever loses the rights finds it no more, in an open window too.
  network.answer({ 'auth.user': anOwner() })
  network.emit({ type: 'refresh' })
  await sees('404 Page Not Found')
})

test('a moderator is led to the reports, and is offered and reads nothing that is refused', async () => {
  const text = 'Please stop'
  const templates = [{ id: 'template', action: 'warn', title: 'Rude messages', text }] as const
  const user = anOwner({ role: 'moderator' })
  await open('/admin', {
    user,
    answers: { 'admin.statementTemplates': [...templates], 'admin.verifications': aPage() },
  })
  await isAt('/admin/reports')
  const places = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect.poll(() => texts(places)).toEqual(['Reports', 'Checks', 'Parks', 'Lost'])
  await page.getByRole('radio', { name: 'Templates' }).click()
  await sees(text)
  await isGone(page.getByRole('button', { name: /template|^Edit|^Delete/ }))
  for (const name of ['Checks', 'Parks', 'Lost']) {
    await places.filter({ hasText: name }).click()
    await isAt(`/admin/${name.toLowerCase()}`)
  }
  await close()
  await open('/admin/users', { user })
  await sees('404 Page Not Found')
})

test('the audit log shows who did what to whom, and can be searched', async () => {
  await open('/admin/audit', { user: admin, answers, reducedMotion: true })
  const entries = page.getByRole('region', { name: 'Entries, newest first' }).getByRole('listitem')
  await says(entries.first(), /Transferred a dog · \W*Rover\W*, from olive@example\.test to alex@.*alex@example\.test/)
  await says(entries.nth(1), /Started impersonating · \W*Rover\W* of olive@example\.test/)
  await says(entries.nth(2), /Edited a dog \(breed, ageYears\) · /)
  await leadsTo(entries.nth(2).getByRole('link'), '/dog/dog')
  // A deleted dog has no page.
  await says(entries.nth(3), /· Rex/)
  await isGone(entries.nth(3).getByRole('link'))
  await says(entries.nth(4), /Changed somebody’s role · olive@example\.test.*The command line.*The owner/)
  await says(entries.nth(5), /Suspended an owner \(until Jan 2, 2027.*\).*A former admin/)
  await says(entries.nth(6), /Removed photos after a report \(2\) · Rover/)
  await says(entries.nth(7), /Saved a statement template · Please stop/)
  await page.getByRole('searchbox', { name: /^Search the audit log/ }).fill('nobody')
  await sees('Nothing found for “nobody”.')
})

test('the numbers of the week have a chart each', async () => {
  await open('/admin/numbers', { user: admin, answers, reducedMotion: true })
  const signUps = page.getByRole('region', { name: 'Sign-ups' })
  await says(signUps, /70 21 the week before/)
  const week = 'Sun 7, Mon 8, Tue 9, Wed 10, Thu 11, Fri 12, Sat 13'
  await expect.element(signUps.getByRole('img')).toHaveAccessibleName(`Sign-ups by day: ${week}`)
  for (const name of ['Barks', 'Messages', 'Playdates', 'Reports'])
    await isSeen(page.getByRole('region', { name }).getByRole('img'))
})

test('of hundreds of users and dogs few rows are in the page, and scrolling loads more', async () => {
  const people = Array.from({ length: 600 }, (_, at) => aUser({ firstName: `Kim ${at}`, email: `kim${at}@crowd.test` }))
  const dogs = people.map(owner => aUsersDog(owner, `Dog ${owner.email}`))
  const paged = {
    'admin.users': asked => pageOf(people, asked),
    'admin.allDogs': asked => pageOf(dogs, asked),
  } satisfies Parameters<typeof network.answer>[0]
  await open('/admin/users', { user: admin, answers: { ...answers, ...paged }, reducedMotion: true })
  const users = page.getByRole('region', { name: 'All Users' })
  const table = page.getByRole('table', { name: 'All dogs' })
  await says(users.getByRole('heading'), '600')
  const boxOf = (part: Element) => {
    for (let box = part.parentElement; box; box = box.parentElement)
      if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible') return box
    throw new Error('nothing scrolls')
  }
  for (const rows of [users.getByRole('listitem'), table.getByRole('row')]) {
    await expect.poll(() => rows.elements().length).toBeGreaterThan(5)
    expect(rows.elements().length).toBeLessThan(40)
  }
  const box = boxOf(users.getByRole('list').element())
  let most = 0
  await expect
    .poll(() => {
      box.scrollTo(0, box.scrollHeight)
      most = Math.max(most, users.getByRole('listitem').elements().length)
      return users.getByText('kim599@crowd.test').elements().length
    })
    .toBe(1)
  expect(most).toBeLessThan(40)
  const dogBox = boxOf(table.element())
  dogBox.scrollTo(0, 2_000)
  await expect.element(table.getByRole('row').nth(1)).not.toHaveAttribute('aria-rowindex', '2')
  // The table's head stays at the top.
  const head = table.getByRole('columnheader', { name: 'Owner' }).element().getBoundingClientRect()
  expect(Math.abs(head.top - dogBox.getBoundingClientRect().top)).toBeLessThan(3)
})
