import { describe, expect, test } from 'vitest'
import { mailboxOf, readEmail } from './email.ts'
import { emailSchema } from './schemas/user.ts'

const HIDDEN = [
  ...'\u200b\u00ad\u2060\ufe0f\u034f\u200d\u180e\u3164\u{e0041}\u202e\u2066\u2800\ufffc\u{1d159}\u{13441}',
]

describe('an address is refused', () => {
  test.each([
    ...['<owner@example.com', 'owner@example.com>', 'Owner <owner@example.com>', 'a<b@example.com'],
    ...['"ab"@example.com', '"a b"@example.com', 'mailto:owner@example.com', 'owner@example.com;'],
    ...['owner@example,com', 'owner@example.com.', 'owner@localhost', 'owner@.com', 'owner@example..com'],
    ...['owner@-example.com', 'owner@example-.com', 'owner@a_b.com', 'owner@127.0.0.1', 'owner@0x7f.1'],
    ...['owner@[127.0.0.1]', 'owner@[::1]', 'owner@ex%61mple.com', 'owner@exam:25.com', 'owner@one.com/x'],
    ...['owner@one.com#x', 'owner@one.com?x', 'owner@one.com\\x', 'a@b@example.com', '@example.com', 'owner@'],
    ...['owner@xn--a.example', `owner@${'a'.repeat(64)}.com`, `${'a'.repeat(65)}@example.com`],
    ...[`${'ü'.repeat(33)}@example.com`],
    // Full width, the Kelvin sign and the Turkish İ become letters of a to z; circled letters do too.
    ...['ｏwner@example.com', '\u212a@example.com', 'İ@example.com', 'ⓞwner@example.com', 'ﬁ@example.com'],
    ...['owner＠example.com'],
    ...HIDDEN.flatMap(letter => [
      `ow${letter}ner@example.com`,
      `owner@exam${letter}ple.com`,
      `owner${letter}@example.com`,
    ]),
  ])('%j', typed => {
    expect(readEmail(typed)).toBeNull()
    expect(emailSchema.safeParse(typed).success).toBe(false)
  })

  test('in words that say what is wrong', () => {
    const wordsOf = (typed: string) => emailSchema.safeParse(typed).error?.issues.map(({ message }) => message)
    expect(wordsOf('owner@exam\u200bple.com')).toEqual([
      'The address contains characters that cannot be seen. Please type it again',
    ])
    expect(wordsOf('owner@example,com')).toEqual(['Please enter an e-mail address'])
  })
})

test.each([
  ...['owner+yard@example.com', "o'brien@example.com", 'first.last@sub.example.co.uk', 'Owner@Example.COM'],
  ...['a/b=c@example.com', 'owner@münchen.example', 'owner@xn--mnchen-3ya.example', 'müller@example.com'],
  ...['用户@例子.广告', 'θσερ@εχαμπλε.ψομ', 'x@faß.example', 'x@i❤.example', 'x@نامه\u200cای.example'],
  ...['foo..bar.@docomo.example', 'x@123.example', '_@example.com'],
])('%j is taken as it is', typed => {
  expect(emailSchema.parse(typed)).toBe(typed)
  expect(emailSchema.parse(`\u200b \t${typed}\u202c\u00a0`)).toBe(typed)
})

test('an address has one mailbox in every spelling', () => {
  const owner = [
    'Owner@ｅxample.com',
    'owner@example。com',
    'owner@example．com',
    'OWNER@EXAMPLE.COM',
    '<owner@example.com>',
  ]
  for (const typed of owner) expect(mailboxOf(typed)).toBe('owner@example.com')
  for (const letter of HIDDEN) expect(mailboxOf(`owner@exam${letter}ple.com`)).toBe('owner@example.com')
  for (const typed of ['x@münchen.example', 'X@MÜNCHEN.example', 'x@mu\u0308nchen.example', 'x@XN--MNCHEN-3YA.example'])
    expect(mailboxOf(typed)).toBe('x@xn--mnchen-3ya.example')
  expect(mailboxOf('mu\u0308ller@example.com')).toBe(mailboxOf('MÜLLER@example.com'))
  // What is no address is its own letters.
  expect(mailboxOf(' a<b@Example.com ')).toBe('a<b@example.com')
})
