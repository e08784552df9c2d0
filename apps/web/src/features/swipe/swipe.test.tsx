import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drag } from '../../testing/mouse.ts'
import { network } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { anOwner } from '../../testing/rows.ts'
import { boxOf, button, isAt, isGone, isSeen, sees } from '../../testing/seen.ts'

const dialog = page.getByRole('dialog', { name: "It's a Match!", exact: true })
const card = page.getByRole('article')
const top = (name: string) => expect.element(card).toHaveAttribute('aria-label', name)
const keys = (text: string) => userEvent.keyboard(text)

/** Presses the card outside its buttons and drags it sideways. */
async function dragCard(by: number) {
  const box = boxOf(card)
  return drag({ x: box.x + box.width / 2, y: box.bottom - 50 }, { x: by, y: 8 })
}
const cardIsAt = (x: number) => expect.poll(() => boxOf(card).x).toBe(x)

test('a card shows its dog, pass advances, and like and super like open the match dialog, whose buttons both advance', async () => {
  await open('/swipe')
  await isSeen(card.getByRole('heading', { name: 'Marlow 4 years' }))
  for (const text of ['Large', 'Bernese Mountain Dog', '2 km away', 'Calm', 'Friendly'])
    await isSeen(card.getByText(text, { exact: true }))
  await isSeen(card.getByText('Leans on everyone. Brings the leash, just in case.'))

  const picture = (at: number) =>
    isSeen(card.getByRole('img', { name: at === 1 ? 'Photo of Marlow' : `Photo ${at} of Marlow` }))
  await picture(1)
  await button('Next photo of Marlow').click()
  await picture(2)
  // Here the arrow keys browse the photos, so the dog stays.
  await keys('{ArrowLeft}{ArrowLeft}')
  await picture(3)
  await button('Previous photo of Marlow').click()
  await picture(2)
  await button('Pass').click()
  await top('Pickle')
  await isGone(dialog)

  // A double click likes once. Its second click may come when the dialog is open, and does not close it.
  await button('Like').dblClick()
  await isSeen(dialog.getByText('Nori and Pickle have matched.'))
  const { x, y } = boxOf(dialog)
  await userEvent.click(document.elementFromPoint(x - 50, y) ?? document.body, { position: { x: x - 50, y } })
  await button('Send Message').click()
  await isGone(dialog)
  await top('Tofu')
  await expect.element(button('Like')).toHaveFocus()

  await button('Super like').click()
  await isSeen(dialog.getByText('Nori and Tofu have matched.'))
  await expect.element(button('Send Message')).toHaveFocus()
  await button('Keep Browsing').click()
  await isGone(dialog)
  await top('Bandit')
  await isAt('/swipe')
})

test('the left arrow passes, right likes, up super likes, and none work behind the dialog or in a menu', async () => {
  await open('/swipe')
  await isSeen(page.getByText('→ Like'))
  await keys('{ArrowLeft}')
  await top('Pickle')
  // A key that is held down counts once.
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', repeat: true }))
  await keys('{ArrowRight}')
  await isSeen(dialog.getByText('Nori and Pickle have matched.'))
  await expect.element(button('Send Message')).toHaveFocus()
  await keys('{ArrowLeft}{Escape}')
  await isGone(dialog)
  await top('Tofu')
  await keys('{ArrowUp}')
  await isSeen(dialog.getByText('Nori and Tofu have matched.'))
  await expect.element(button('Send Message')).toHaveFocus()
  await keys('{Enter}')
  await isGone(dialog)
  await top('Bandit')

  await page.getByRole('button', { name: 'Nori: menu' }).click()
  await isSeen(page.getByRole('menuitem', { name: 'Settings' }))
  await keys('{ArrowUp}{ArrowLeft}')
  await top('Bandit')
  await isGone(dialog)
})

test('dragging far enough decides, and a shorter drag or Escape returns the card', async () => {
  await open('/swipe')
  await top('Marlow')
  const rest = boxOf(card).x

  let release = await dragCard(-60)
  // A pause before the release makes it no flick.
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(120)
  await release()
  await cardIsAt(rest)
  await top('Marlow')

  release = await dragCard(-200)
  await keys('{Escape}')
  await release()
  await cardIsAt(rest)
  await top('Marlow')

  release = await dragCard(-200)
  await release()
  await top('Pickle')
  release = await dragCard(200)
  await release()
  await isSeen(dialog.getByText('Nori and Pickle have matched.'))
})

test('after the last dog the end state can start over, and nothing was sent to the server', async () => {
  await open('/swipe', { user: anOwner({ dog: null }) })
  await top('Marlow')
  const before = network.allCalls()
  for (let dogs = 0; dogs < 6; dogs++) await button('Pass').click()
  await button('Like').click()
  // No dog is active yet.
  await isSeen(dialog.getByText('Your dog and Juno have matched.'))
  await button('Keep Browsing').click()
  await isSeen(page.getByRole('heading', { name: 'No more dogs nearby', exact: true }))
  await sees('Check back later or adjust your filters')
  await expect.element(button('Start Over')).toHaveFocus()
  await keys('{Enter}')
  await top('Marlow')
  // The button is gone, and the focus is still on the screen.
  expect(document.activeElement?.closest('main')).not.toBeNull()
  await keys('{ArrowLeft}')
  await top('Pickle')
  expect(network.allCalls()).toEqual(before)
})

test('with reduced motion the cards neither turn nor fly', async () => {
  await open('/swipe', { reducedMotion: true })
  await top('Marlow')
  const release = await dragCard(80)
  // Without rotation the first row and column of the matrix stay unchanged.
  expect(getComputedStyle(card.element()).transform).toMatch(/^matrix\(1, 0, 0, 1, /)
  await release()
})
