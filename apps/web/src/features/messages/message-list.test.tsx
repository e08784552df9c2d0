import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { held, network } from '../../testing/network-links.ts'
import { PHONE } from '../../testing/open.tsx'
import { bubbles, list, numbered, openChat, scrollTo } from '../../testing/open-chat.ts'
import { isGone, isSeen, settled } from '../../testing/seen.ts'

test('of thousands of messages few rows are in the page, and older ones load as one scrolls up', async () => {
  await openChat(numbered(2_000))
  await expect.element(page.getByText('woof 2000.')).toBeInViewport()
  await settled()
  const olderReads = () => network.calls('messages.list').filter(({ before }) => before)
  expect(olderReads()).toEqual([])
  let most = 0
  await expect
    .poll(() => {
      list.element().scrollTop -= 6_000
      most = Math.max(most, bubbles.elements().length)
      return page.getByText('woof 1.', { exact: true }).elements().length
    })
    .toBe(1)
  expect(most).toBeLessThan(80)
  scrollTo('start')
  await expect.element(page.getByText('woof 1.', { exact: true })).toBeInViewport()
})

test('the visible messages do not move while older ones load above', async () => {
  const older = held<void>()
  await openChat(numbered(600), line => ({
    'messages.list': async asked => {
      if (asked.before) await older.promise
      return line.list(asked)
    },
  }))
  await expect.element(page.getByText('woof 600.')).toBeInViewport()
  await settled()
  scrollTo('start')
  const anchor = page.getByText('woof 405.', { exact: true })
  const loading = page.getByText('Loading older messages...')
  await expect.element(anchor).toBeInViewport()
  await isSeen(loading)
  const top = () => anchor.element().getBoundingClientRect().top
  const before = top()
  older.resolve()
  await isGone(loading)
  await expect.element(bubbles.filter({ hasText: 'woof 398.' })).toBeInTheDocument()
  expect(Math.abs(top() - before)).toBeLessThan(16)
})

test('with less motion a height changes at once, so that the list knows where its end is', async () => {
  await openChat(numbered(3), {}, PHONE, undefined, true)
  const bubble = bubbles.last().element() as HTMLElement
  bubble.style.height = `${bubble.offsetHeight}px`
  expect(bubble.offsetHeight).toBeLessThan(300)
  bubble.style.height = '300px'
  expect(bubble.offsetHeight).toBe(300)
})
