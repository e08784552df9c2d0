import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { Bubble } from './bubble.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'
import type { Conversation, ConversationState } from './conversation/conversation.ts'
import classes from './message-list.module.css'
import { type Row, toRows } from './rows.ts'

interface MessageListProps {
  state: ConversationState
  conversation: Conversation
  dogId: string
  otherName: string
}

/** Older messages load when the reader is this close to the first loaded one. In messages. */
const OLDER_WITHIN = 20
/** Within this distance from the end the list follows new messages. In px. */
const NEAR_END = 80

export function MessageList({ state, conversation, dogId, otherName }: MessageListProps) {
  const { phase, messages, outgoing, sentAs, older, connection } = state
  const rows = useMemo(
    () => toRows({ messages, outgoing, sentAs, dogId, fromStart: older === 'none' }),
    [messages, outgoing, sentAs, dogId, older],
  )
  if (phase === 'loading') return <ChatSkeleton />
  if (phase === 'failed') {
    return (
      <div className={classes.failed}>
        <ErrorState onRetry={() => conversation.readAgain()} />
      </div>
    )
  }
  const newest = messages.at(-1)
  return (
    <Rows
      rows={rows}
      older={older}
      newestSeq={newest?.seq ?? 0}
      isNewestOwn={newest?.senderDogId === dogId}
      unconfirmed={outgoing.length}
      isWaiting={connection === 'reconnecting'}
      conversation={conversation}
      otherName={otherName}
    />
  )
}

interface RowsProps {
  rows: readonly Row[]
  older: ConversationState['older']
  newestSeq: number
  isNewestOwn: boolean
  /** The number of unconfirmed rows. */
  unconfirmed: number
  /** Whether they wait for a connection. */
  isWaiting: boolean
  conversation: Conversation
  otherName: string
}

/** Renders only the rows near the visible part. It follows new messages unless the reader has scrolled up. */
function Rows({ rows, older, newestSeq, isNewestOwn, unconfirmed, isWaiting, conversation, otherName }: RowsProps) {
  const scroller = useRef<HTMLElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [newBelow, setNewBelow] = useState(false)
  const atEndNow = useRef(true)

  // Keep the same functions while the rows are the same, or every scroll frame measures all of them again.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const estimateSize = useCallback((index: number) => (rows[index]?.joined ? 47 : 57), [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 16,
  })

  // Read from the element, because the virtualizer handles a scroll after this.
  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const now = element.scrollHeight - element.clientHeight - element.scrollTop <= NEAR_END
    atEndNow.current = now
    setAtEnd(now)
    if (now) setNewBelow(false)
  }, [])

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer])

  // The list shrinks when the keyboard or the field grows. A reader at the end stays at the end.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (atEndNow.current) virtualizer.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [virtualizer])

  const known = useRef({ newestSeq, unconfirmed })
  useEffect(() => {
    const before = known.current
    known.current = { newestSeq, unconfirmed }
    const arrived = newestSeq > before.newestSeq
    // Senders want to see their own message. Messages of others may be inserted above an unconfirmed own one.
    if (unconfirmed > before.unconfirmed || (arrived && atEndNow.current)) virtualizer.scrollToEnd()
    else if (arrived && !isNewestOwn) setNewBelow(true)
  }, [newestSeq, isNewestOwn, unconfirmed, virtualizer])

  const items = virtualizer.getVirtualItems()
  const firstShown = items[0]?.index ?? rows.length
  useEffect(() => {
    if (older === 'more' && firstShown < OLDER_WITHIN) conversation.loadOlder()
  }, [older, firstShown, conversation])

  const tryAgain = useCallback((clientId: string) => conversation.tryAgain(clientId), [conversation])
  const discard = useCallback((clientId: string) => conversation.discard(clientId), [conversation])

  return (
    <div className={classes.frame}>
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={look}
      >
        <div className={classes.inner}>
          <ol className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ key, index, start }) => {
              const row = rows[index]
              return row ? (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  className={classes.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Bubble
                    row={row}
                    otherName={otherName}
                    isWaiting={isWaiting && row.outgoing !== null}
                    onTryAgain={tryAgain}
                    onDiscard={discard}
                  />
                </li>
              ) : null
            })}
          </ol>
        </div>
      </section>
      <div className={classes.above} role="status">
        {older === 'loading' ? <span className={classes.note}>Loading older messages...</span> : null}
        {older === 'failed' ? (
          <button type="button" className={classes.pill} onClick={() => conversation.loadOlder()}>
            We couldn't load older messages. Try again
          </button>
        ) : null}
      </div>
      {atEnd ? null : (
        <div className={classes.below}>
          <button
            type="button"
            className={classes.pill}
            data-new={newBelow || undefined}
            aria-label={newBelow ? undefined : 'To the newest message'}
            onClick={() => virtualizer.scrollToEnd()}
          >
            {newBelow ? <span>New messages</span> : null}
            <IconArrowDown size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}
