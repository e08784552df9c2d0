import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import type { ChatInsert } from '../../lib/chat-insert.ts'
import { Bubble, Inserted } from './bubble.tsx'
import { ChatSkeleton } from './chat-header.tsx'
import type { Conversation, ConversationState } from './conversation/conversation.ts'
import classes from './message-list.module.css'
import { type InsertRow, isInsert, type Row, type StreamRow, toRows } from './rows.ts'

interface MessageListProps {
  state: ConversationState
  conversation: Conversation
  dogId: string
  otherName: string
  inserts: readonly ChatInsert[]
  /** The key of the insert that the address shows, and of the visit that shows it. */
  shown: { key: string; visit: string } | null
}

/** Older messages load when the reader is this close to the first loaded one. In messages. */
const OLDER_WITHIN = 20
/** Within this distance from the end the list follows new messages. In px. */
const NEAR_END = 80

export function MessageList(props: MessageListProps) {
  const { state, conversation, dogId, inserts } = props
  const { phase, messages, outgoing, sentAs, older } = state
  const rows = useMemo(
    () => toRows({ messages, outgoing, sentAs, dogId, inserts, fromStart: older === 'none' }),
    [messages, outgoing, sentAs, dogId, older, inserts],
  )
  if (phase === 'loading') return <ChatSkeleton />
  if (phase === 'failed') {
    return (
      <div style={{ flex: '1 1 0', overflow: 'auto' }}>
        <ErrorState error={state.failure} onRetry={() => conversation.readAgain()} />
      </div>
    )
  }
  return <Rows {...props} rows={rows} />
}

type Run =
  | { key: string; insert: InsertRow; item: VirtualItem }
  | { key: string; insert: null; messages: { item: VirtualItem; row: Row }[] }

/** The shown rows as lists of messages, and what stands between them. A list keeps its key while it is scrolled. */
function toRuns(items: readonly VirtualItem[], rows: readonly StreamRow[]): Run[] {
  const runs: Run[] = []
  for (const item of items) {
    const row = rows[item.index]
    if (!row) continue
    const before = runs.at(-1)
    if (isInsert(row)) runs.push({ key: row.key, insert: row, item })
    else if (before && !before.insert) before.messages.push({ item, row })
    else {
      const end = rows.findIndex((one, index) => index > item.index && isInsert(one))
      runs.push({ key: `before ${rows[end]?.key}`, insert: null, messages: [{ item, row }] })
    }
  }
  return runs
}

/** Renders only the rows near the visible part. It follows new messages unless the reader has scrolled up. */
function Rows({
  state,
  dogId,
  conversation,
  otherName,
  shown,
  rows,
}: MessageListProps & { rows: readonly StreamRow[] }) {
  const { older, connection } = state
  const newest = state.messages.at(-1)
  const newestSeq = newest?.seq ?? 0
  const isNewestOwn = newest?.senderDogId === dogId
  const unconfirmed = state.outgoing.length
  const scroller = useRef<HTMLElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [newBelow, setNewBelow] = useState(false)
  const atEndNow = useRef(true)

  // Keep the same functions while the rows are the same, or every scroll frame measures all of them again.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const estimateSize = useCallback((index: number) => (isInsert(rows[index]) ? 130 : 52), [rows])
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

  // At first, and whenever a row turns out higher than it was placed: a reader at the end stays at the end. Before the paint,
  // since the scroll of an earlier height would count as the reader's.
  const height = virtualizer.getTotalSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the height
  useLayoutEffect(() => {
    if (atEndNow.current) virtualizer.scrollToEnd()
  }, [height, virtualizer])

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

  const last = rows.at(-1)
  const insert = isInsert(last) ? last : null
  const known = useRef({ newestSeq, unconfirmed, insert })
  useEffect(() => {
    const before = known.current
    known.current = { newestSeq, unconfirmed, insert }
    const isNewInsert = insert !== null && (before.insert?.key !== insert.key || before.insert.at !== insert.at)
    const arrived = newestSeq > before.newestSeq
    // One's own doing is shown. Messages of others may be inserted above an unconfirmed own one.
    const isOwn = unconfirmed > before.unconfirmed || (isNewInsert && insert.own)
    if (isOwn || ((arrived || isNewInsert) && atEndNow.current)) virtualizer.scrollToEnd()
    else if (isNewInsert || (arrived && !isNewestOwn)) setNewBelow(true)
  }, [newestSeq, isNewestOwn, unconfirmed, insert, virtualizer])

  const shownAt = shown ? rows.findIndex(({ key }) => key === shown.key) : -1
  const isShownThere = shownAt >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit, not whenever a row is added
  useEffect(() => {
    if (isShownThere) virtualizer.scrollToIndex(shownAt, { align: 'center' })
  }, [shown?.visit, isShownThere])

  const items = virtualizer.getVirtualItems()
  const firstShown = items[0]?.index ?? rows.length
  useEffect(() => {
    // The first frame has the first rows, until it is known that the list stands at its end.
    if (older === 'more' && !atEnd && firstShown < OLDER_WITHIN) conversation.loadOlder()
  }, [older, atEnd, firstShown, conversation])

  const [numbers, count] = useMemo(() => {
    let messages = 0
    return [rows.map(row => (isInsert(row) ? messages : ++messages)), messages]
  }, [rows])

  const tryAgain = useCallback((clientId: string) => conversation.tryAgain(clientId), [conversation])
  const discard = useCallback((clientId: string) => conversation.discard(clientId), [conversation])

  return (
    <div className="relative" style={{ flex: '1 1 0', minHeight: 0 }}>
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={look}
      >
        <div className="column end" style={{ minHeight: '100%' }}>
          <div className="relative no-shrink full" style={{ height }}>
            {toRuns(items, rows).map(run => {
              const place = ({ index, start }: VirtualItem) => ({
                ref: virtualizer.measureElement,
                'data-index': index,
                className: classes.place,
                style: { transform: `translateY(${start}px)` },
              })
              if (run.insert)
                return (
                  <div key={run.key} {...place(run.item)}>
                    <Inserted row={run.insert} />
                  </div>
                )
              return (
                // What is no message stands between two lists, so that each list is of messages alone.
                <ol key={run.key}>
                  {run.messages.map(({ item, row }) => (
                    <li key={item.key} aria-setsize={count} aria-posinset={numbers[item.index]} {...place(item)}>
                      <Bubble
                        row={row}
                        otherName={otherName}
                        isWaiting={connection === 'reconnecting' && row.outgoing !== null}
                        onTryAgain={tryAgain}
                        onDiscard={discard}
                      />
                    </li>
                  ))}
                </ol>
              )
            })}
          </div>
        </div>
      </section>
      <div className={classes.above} role="status">
        {older === 'loading' ? (
          <span className={`quiet text-small ${classes.note}`}>Loading older messages...</span>
        ) : null}
        {older === 'failed' ? (
          <Button variant="default" className={classes.pill} onClick={() => conversation.loadOlder()}>
            We couldn't load older messages. Try again
          </Button>
        ) : null}
      </div>
      {atEnd ? null : (
        <div className={classes.below}>
          <Button
            variant={newBelow ? 'filled' : 'default'}
            color="ball"
            className={classes.pill}
            aria-label={newBelow ? undefined : 'To the newest message'}
            rightSection={newBelow ? <IconArrowDown size={20} aria-hidden="true" /> : null}
            onClick={() => virtualizer.scrollToEnd()}
          >
            {newBelow ? 'New messages' : <IconArrowDown size={20} aria-hidden="true" />}
          </Button>
        </div>
      )}
    </div>
  )
}
