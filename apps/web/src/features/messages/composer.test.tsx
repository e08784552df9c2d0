import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, isSeen, sees } from '../../testing/seen.ts'
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
  await isSeen(page.getByText('Type anything. We translate it into dog.'))
  onTestFinished(translatePage())
  for (const text of ['hello there', '', 'hello']) {
    await field.fill(text)
    await expect.element(field).toHaveValue(text)
    await isSeen(page.getByText(text === '' ? /Type anything/ : /hears:/))
  }
  await userEvent.type(field, '{Enter}')
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(field).toHaveValue('')
  await sees(/Type anything/)
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

test('empty messages are not sent, Shift+Enter starts a new line, and of 200 words those that are left are counted', async () => {
  const sent = openComposer()
  const send = button('Send')
  await field.click()
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two')
  await expect.element(field).toHaveValue('one\ntwo')
  await field.fill('   ')
  await userEvent.keyboard('{Enter}')
  await expect.element(send).toBeDisabled()
  for (const [words, hint] of [
    [198, '2 words left'],
    [199, '1 word left'],
    [202, '2 words too many: at most 200'],
    [201, '1 word too many: at most 200'],
  ] as const) {
    await field.fill('hi '.repeat(words))
    await sees(hint)
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(send).toBeDisabled()
  expect(sent).toEqual([])
  await field.fill('hi '.repeat(200))
  await sees('0 words left')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toHaveLength(1)
})
