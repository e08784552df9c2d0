import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anAdmin } from '../testing/admin-panel.ts'
import { network, writes } from '../testing/network-links.ts'
import { open } from '../testing/open.tsx'
import { aPage } from '../testing/quiet-yard.ts'
import { aDog, anOwner } from '../testing/rows.ts'
import { isAt, isGone, isSeen, leadsTo, sees, texts } from '../testing/seen.ts'

const [rex, dot] = [aDog({ name: 'Rex' }), aDog({ name: 'Dot' })]
const dogs = [rex, ...['Ada', 'Bo', 'Cleo'].map(name => aDog({ name })), dot]
const user = anOwner({ dog: rex })
const header = page.getByRole('banner')
const places = page.getByRole('navigation', { name: 'Main' })
const place = (name: string) => places.getByRole('link', { name: new RegExp(`${name}$`) })

test('the header comes with the active dog, has up to three of the other dogs, and a menu with Settings and Log out', async () => {
  const dogless = { ...user, dog: null }
  await open('/my-dogs', { user: dogless, answers: { 'dogs.mine': dogs } })
  await isSeen(page.getByRole('heading', { level: 1, name: 'My Dogs' }))
  await isGone(header)
  // Without the header, its functions are on the page.
  const footer = page.getByRole('contentinfo')
  await leadsTo(footer.getByRole('link', { name: 'Log out' }), '/api/logout')
  await footer.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect.element(document.documentElement).toHaveClass('dark')

  // The dog is chosen in another window.
  network.answer({ 'auth.user': user })
  network.emit({ type: 'refresh' })
  // The navigation, which follows, has the same links. None of the dogs has a photo, so their drawings show.
  const mine = header.getByRole('link', { name: /My dogs/ }).first()
  await expect.poll(() => mine.query()?.querySelectorAll('img[src^="data:image/svg"]').length).toBe(3)
  await header.getByRole('link', { name: /to the doghouse/ }).click()
  await isAt('/doghouse')
  await mine.click()
  await isAt('/my-dogs')
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Dogs' })).toHaveFocus()

  // The menu of the active dog, by keyboard too.
  const menu = header.getByRole('button', { name: 'Rex: menu' })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await menu.click()
  await expect.poll(() => texts(page.getByRole('menuitem'))).toEqual(['Settings', 'Log out'])
  await expect.element(item('Settings')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Log out')).toHaveFocus()
  await leadsTo(item('Log out'), '/api/logout')
  await userEvent.keyboard('{Escape}')
  await isGone(page.getByRole('menu'))
  await expect.element(menu).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Settings')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await isAt('/settings')

  // An admin hands the dog on to another owner.
  await header.getByRole('link', { name: /to the doghouse/ }).click()
  await isAt('/doghouse')
  network.change({ 'auth.user': dogless, 'dogs.mine': [] })
  await isAt('/my-dogs')
  await sees('No dogs yet!')
  await isGone(header)
})

test('the places are one tap away in every window', async () => {
  await open('/doghouse', { user, answers: { 'dogs.mine': dogs } })
  for (const [width, height, isInHeader] of [
    [375, 812, false],
    [667, 375, true],
    [568, 320, true],
    [768, 1024, true],
    [1440, 900, true],
  ] as const) {
    await page.viewport(width, height)
    // The header has its own "My dogs", with the other dogs' faces.
    const names = ['Doghouse', 'Sniff', 'Barks', 'Playdates', ...(isInHeader ? [] : ['My dogs'])]
    await expect
      .poll(() => [...(places.query()?.querySelectorAll('li a > span:last-child') ?? [])].map(one => one.textContent))
      .toEqual(names)
    expect(header.element().contains(places.element())).toBe(isInHeader)
    // The header keeps its elements, and none of them overlap.
    await isSeen(header.getByRole('link', { name: /My dogs/ }), header.getByRole('link', { name: /to the doghouse/ }))
    const faults = () => {
      const boxes = [...header.element().querySelectorAll('a, button')]
        .filter(one => one.checkVisibility({ visibilityProperty: true }))
        .map(one => ({ name: one.textContent, box: one.getBoundingClientRect() }))
      return boxes.flatMap(({ name, box }, at) => [
        ...(box.left < 0 || box.right > width ? [`${name} is cut`] : []),
        ...boxes
          .slice(at + 1)
          .filter(other => Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 0.5)
          .map(other => `${name} lies upon ${other.name}`),
      ])
    }
    await expect.poll(faults).toEqual([])
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    for (const name of names.toReversed()) {
      await place(name).click()
      await isAt(`/${name.toLowerCase().replace(' ', '-')}`)
      await expect.element(place(name)).toHaveAttribute('aria-current', 'page')
    }
  }
})

test('unread barks are counted at Barks and in the title, those of the other dogs at My dogs, as they change', async () => {
  await open('/my-dogs', { user, answers: { 'dogs.mine': dogs }, viewport: [390, 844] })
  await expect.poll(() => document.title).toBe('My Dogs · Barkyard')
  await expect.element(place('Barks')).toHaveAccessibleName('Barks')
  const ofDot = { dogId: dot.id, unread: 1 }
  network.answer({
    'matches.newCount': { count: 2 },
    'playdates.pendingCount': { count: 3 },
    'matches.unreadByDog': [{ dogId: rex.id, unread: 2 }, ofDot],
  })
  network.emit({ type: 'refresh' })
  await expect.element(place('Barks')).toHaveAccessibleName(/^2 new/)
  await expect.element(place('Playdates')).toHaveTextContent('3')
  // High enough for a thumb.
  expect(places.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64)
  await expect.poll(() => document.title).toBe('(2) My Dogs · Barkyard')
  await expect.element(place('My dogs')).toHaveAccessibleName(/1 new for your other dogs/)
  await isSeen(page.getByRole('main').getByRole('button', { name: /Dot.*1 new bark/ }))
  // Three avatars fit: the dog that somebody barked at is among them.
  await isSeen(header.getByRole('link', { name: /1 new for Dot/ }))

  // When acting as Dot, the count is at Barks.
  const asDot = { 'auth.user': { ...user, dog: dot }, 'matches.newCount': { count: 1 }, 'matches.unreadByDog': [ofDot] }
  network.answer({ 'dogs.activate': writes(asDot, { activeDogId: dot.id, dog: dot }) })
  await page.getByRole('main').getByRole('button', { name: /^Dot/ }).click()
  await isAt('/doghouse')
  await expect.element(place('Barks')).toHaveAccessibleName(/^1 new/)
  await expect.element(place('My dogs')).toHaveAccessibleName('My dogs')
  await isSeen(page.getByRole('button', { name: 'Dot: menu' }))
})

test('who decides reports is led to the queue, and reads how many wait', async () => {
  await open('/doghouse', { user: anAdmin({ dog: rex }) })
  const queue = header.getByRole('link', { name: /^Reports/ })
  await expect.element(queue).toHaveAccessibleName('Reports')
  await expect.element(queue).toHaveAttribute('href', '/admin/reports')
  network.answer({ 'admin.reports': { ...aPage(), total: 2 } })
  network.emit({ type: 'reports' })
  await expect.element(queue).toHaveAccessibleName('Reports 2 waiting')
  // Nobody else is.
  network.change({ 'auth.user': user })
  await isGone(queue)
  await isSeen(header.getByRole('link', { name: /^Notifications/ }))
})
