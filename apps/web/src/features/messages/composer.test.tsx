import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translatePage } from '../../testing/translate.ts'
import { Composer, keepDraft, readDraft } from './composer.tsx'

/** The field of a chat. @returns what was sent. */
function openComposer(): string[] {
  const sent: string[] = []
  const conversation = { say: (body: string) => sent.push(body) > 0, tellTyping: () => {} } as unknown as Parameters<
    typeof Composer
  >[0]['conversation']
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <Composer
      isFirst
      conversation={conversation}
      connection="open"
      isOtherTyping={false}
      otherName="Bella"
      chat="match"
    />,
  )
  onTestFinished(() => root.unmount())
  return sent
}

const field = page.getByRole('textbox', { name: 'Message to Bella' })

test('the Enter that ends a word of an input method sends nothing, the next one does', async () => {
  const sent = openComposer()
  await field.fill('こんにちは 元気')
  const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
  // Safari: the composition is over when the key comes. Others: it is not.
  for (const last of [{ keyCode: 229 }, { isComposing: true, keyCode: 229 }, { isComposing: true, keyCode: 13 }])
    expect(field.element().dispatchEvent(new KeyboardEvent('keydown', { ...key, ...last }))).toBe(true)
  expect(sent).toEqual([])
  await userEvent.type(field, '{Enter}')
  await expect.poll(() => sent).toHaveLength(1)
})

test('the field lives through a translation of the page: emptied, filled and sent', async () => {
  const sent = openComposer()
  await expect.element(page.getByText('Type anything. We translate it into dog.')).toBeVisible()
  onTestFinished(translatePage())
  for (const text of ['hello there', '', 'hello']) {
    await field.fill(text)
    await expect.element(field).toHaveValue(text)
    await expect.element(page.getByText(text === '' ? /Type anything/ : /hears:/)).toBeVisible()
  }
  await userEvent.type(field, '{Enter}')
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(field).toHaveValue('')
  await expect.element(page.getByText(/Type anything/)).toBeVisible()
  // Nor does the device keep what was sent.
  expect(readDraft('match')).toBeNull()
})

test('a device keeps the fifty drafts that were typed last', () => {
  const now = vi.spyOn(Date, 'now')
  for (let at = 0; at <= 50; at++) {
    now.mockReturnValue(at)
    keepDraft(`chat ${at}`, { text: 'hi', noises: [] })
  }
  expect([0, 1, 50].map(at => readDraft(`chat ${at}`) !== null)).toEqual([false, true, true])
})

test('the words that are left or too many are counted, one as one', async () => {
  openComposer()
  for (const [words, hint] of [
    [198, '2 words left'],
    [199, '1 word left'],
    [201, '1 word too many: at most 200'],
    [202, '2 words too many: at most 200'],
  ] as const) {
    await field.fill('hi '.repeat(words))
    await expect.element(page.getByText(hint, { exact: true })).toBeVisible()
  }
})
