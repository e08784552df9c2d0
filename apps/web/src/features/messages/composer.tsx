import { isolate } from '@barkyard/domain/isolate'
import { WORDS_MAX } from '@barkyard/domain/message'
import { noisesFor, wordsOf } from '@barkyard/domain/woof'
import { IconSend2 } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { isComposing } from '../../lib/is-composing.ts'
import { readStored, store, storedKeys } from '../../lib/stored.ts'
import classes from './composer.module.css'
import type { Connection } from './conversation/chat-socket.ts'
import type { Conversation } from './conversation/conversation.ts'

interface Draft {
  text: string
  noises: readonly string[]
}

const PREFIX = 'draft:'
/** The number of chats whose drafts are kept on a device. */
const KEPT_MAX = 50

function read(key: string): (Draft & { at: number }) | null {
  const kept = readStored(key)
  if (typeof kept !== 'object' || kept === null || !('text' in kept) || !('noises' in kept) || !('at' in kept))
    return null
  const { text, noises, at } = kept
  const isDraft = typeof text === 'string' && Array.isArray(noises) && typeof at === 'number'
  return isDraft ? { text, noises: noises.filter(noise => typeof noise === 'string'), at } : null
}

/** The draft of a chat on this device, or null. @param chat "USER:DOG:MATCH" */
export const readDraft = (chat: string): Draft | null => read(PREFIX + chat)

/** Keeps what is typed in a chat until it is sent. Of too many chats, the drafts that were typed last stay. */
export function keepDraft(chat: string, { text, noises }: Draft): void {
  store(PREFIX + chat, text === '' ? null : { text, noises, at: Date.now() })
  const drafts = storedKeys(PREFIX)
  if (drafts.length <= KEPT_MAX) return
  const oldest = drafts.toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))
  for (const key of oldest.slice(0, drafts.length - KEPT_MAX)) store(key, null)
}

interface ComposerProps {
  /** Whether the chat is new. The page then explains what happens to words. */
  isFirst: boolean
  conversation: Conversation
  connection: Connection
  isOtherTyping: boolean
  otherName: string
  /** "USER:DOG:MATCH" */
  chat: string
}

/** From this number of words on, the page shows how many are left. */
const WORDS_NEAR = WORDS_MAX - 20
/** Always rendered, so that nothing moves when a text appears. */
const HINTS = { minHeight: 24, paddingInline: '18px 60px', lineHeight: '24px' }
const NOTHING: Draft = { text: '', noises: [] }
const LINE_STATES: Record<Connection, string> = { connecting: 'Connecting…', open: '', reconnecting: 'Reconnecting…' }

function wordsHint(words: number): string {
  const left = WORDS_MAX - words
  if (words < WORDS_NEAR) return ''
  if (left < 0) return `${-left} ${left === -1 ? 'word' : 'words'} too many: at most ${WORDS_MAX}`
  return `${left} ${left === 1 ? 'word' : 'words'} left`
}

/**
 * The input field. Text is sent as dog noises, one a word, which are chosen once. What is typed is kept on this device.
 * Without a connection nothing can be sent, and the text stays.
 */
export function Composer({ isFirst, conversation, connection, isOtherTyping, otherName, chat }: ComposerProps) {
  const [{ text, noises }, setTyped] = useState<Draft>(() => readDraft(chat) ?? NOTHING)
  const field = useRef<HTMLTextAreaElement>(null)
  const words = wordsOf(text).length
  const tooLong = words > WORDS_MAX
  const ready = connection === 'open' && words > 0 && !tooLong

  // Only with a mouse, because on a phone the keyboard would cover half of the chat.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    // Measuring computes the page's layout, which a chat that opens has not yet.
    if (text !== '') element.style.height = `${element.scrollHeight + 2}px`
  }, [text])

  const type = (typed: Draft) => {
    setTyped(typed)
    keepDraft(chat, typed)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!ready || !conversation.say(noises.join(' '))) return
    type(NOTHING)
    field.current?.focus()
  }

  return (
    <form
      className="no-shrink"
      style={{ padding: '0 var(--gutter) calc(12px + var(--safe-bottom))' }}
      onSubmit={submit}
    >
      <div className="line-12 between quiet text-tag bold" style={HINTS}>
        <p role="status" className={`grow clip ${classes.line}`} data-connection={connection}>
          {LINE_STATES[connection] ||
            (isOtherTyping ? (
              <>
                <bdi>{otherName}</bdi> is digging for words…
              </>
            ) : null)}
        </p>
        <p id="words-hint" role="status" className={tooLong ? 'tabular alert' : 'tabular'}>
          {wordsHint(words)}
        </p>
      </div>
      {noises.length > 0 ? (
        <p key="preview" id="sent-as" className={`clip-2 quiet text-small ${classes.preview}`}>
          <bdi>{otherName}</bdi> hears: <span style={{ color: 'var(--ink)' }}>{noises.join(' ')}</span>
        </p>
      ) : isFirst ? (
        <p key="hint" id="sent-as" className={`clip-2 quiet text-small ${classes.preview}`}>
          Type anything. We translate it into dog.
        </p>
      ) : null}
      <div className="line-8" style={{ alignItems: 'flex-end' }}>
        <textarea
          ref={field}
          className={`grow ${classes.field}`}
          rows={1}
          value={text}
          placeholder="Type a message..."
          aria-label={`Message to ${isolate(otherName)}`}
          aria-describedby="words-hint sent-as"
          aria-invalid={tooLong || undefined}
          enterKeyHint="send"
          autoComplete="off"
          onChange={event => {
            const typed = event.currentTarget.value
            type({ text: typed, noises: noisesFor(typed, noises) })
            if (typed.trim() !== '') conversation.tellTyping()
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)) submit(event)
          }}
        />
        <Button
          type="submit"
          className="no-shrink"
          style={{ width: 48, height: 48, padding: 0 }}
          aria-label="Send"
          disabled={!ready}
          // The field keeps the focus, and a phone its keyboard.
          onPointerDown={event => event.preventDefault()}
        >
          <IconSend2 size={22} aria-hidden="true" />
        </Button>
      </div>
    </form>
  )
}
