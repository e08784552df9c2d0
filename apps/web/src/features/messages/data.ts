import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import { getQueryKey } from '@trpc/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useUser } from '../../auth.ts'
import { Paced } from '../../lib/paced.ts'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { shown } from '../../lib/shown.ts'
import { toast } from '../../lib/toast.ts'
import { reconnectPause } from '../../network-links.ts'
import { seenAt } from '../../offline/missing.ts'
import { errorStatus, queryClient, trpc, userKey } from '../../trpc.ts'
import { Conversation } from './conversation/conversation.ts'
import { deviceOutbox } from './conversation/outbox.ts'

/** The acting dog has no such match: it is gone, belongs to another dog, or there is no id. */
const isMissing = (status: number | null) => status === 404 || status === 400

/** The chats that this device keeps for a start without a network. Storage may be full or forbidden: the chat works without it. */
const withKeptChats = (act: (module: typeof import('../../offline/kept-chats.ts')) => Promise<void> | void) =>
  void import('../../offline/kept-chats.ts').then(act).catch(() => undefined)
/** In ms. Messages arrive in bursts, and each burst is kept once. */
const QUIET_FOR = 1_000

/** Keeps the chat that is open. An admin must not keep what they read as somebody else's dog. */
function useKeptChat(userId: string, match: Match, messages: readonly Message[]): void {
  const isOwn = useUser()?.isImpersonating === false
  useEffect(() => {
    if (!isOwn || messages.length === 0 || seenAt.get()) return
    const keep = () => withKeptChats(({ keepChat }) => keepChat(userId, { match, messages }))
    const timer = setTimeout(keep, QUIET_FOR)
    return () => clearTimeout(timer)
  }, [isOwn, userId, match, messages])
}

/** The match as `dogId` sees it. 'missing' if the dog is not part of it, null while loading. */
export function useMatch(matchId: string, dogId: string): Match | 'missing' | null {
  const utils = trpc.useUtils()
  const match = trpc.matches.get.useQuery(
    { matchId },
    {
      // Known from the list of barks, most often: the chat opens with it, and need not wait for the answer.
      placeholderData: () => utils.matches.list.getData()?.items.find(({ id }) => id === matchId),
      throwOnError: (error, query) => {
        const status = errorStatus(error)
        // After 401 and 409 (no acting dog) the app leaves this page anyway.
        return query.state.data === undefined && !isMissing(status) && status !== 401 && status !== 409
      },
    },
  )
  const isGone = match.error !== null && isMissing(errorStatus(match.error))
  useEffect(() => {
    if (isGone) withKeptChats(({ forgetChat }) => forgetChat(matchId))
  }, [isGone, matchId])
  if (isGone) return 'missing'
  // Ignore a match that was read as another dog.
  const ours = match.data && [match.data.dogAId, match.data.dogBId].includes(dogId) && match.data.otherDog.id !== dogId
  return ours ? match.data : null
}

/** Marks the match as seen at a limited rate, however many messages arrive, and only once the page is visible. */
function useMarkSeen(matchId: string): () => void {
  const { mutateAsync } = trpc.messages.markSeen.useMutation({
    meta: { refresh: [] },
    onSuccess: () => void refreshSoon(getQueryKey(trpc.matches)),
  })
  const isImpersonating = useUser()?.isImpersonating ?? false
  const noted = useRef(false)

  // A failure keeps the badge; the next message or visit marks again.
  const marking = useMemo(() => new Paced(() => shown().then(() => mutateAsync({ matchId }))), [matchId, mutateAsync])
  return useCallback(() => {
    // Reading by an impersonating admin marks nothing. Opening the chat is logged once.
    if (isImpersonating && noted.current) return
    noted.current = true
    marking.ask()
  }, [marking, isImpersonating])
}

const socketUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`

/** Opens the chat of a match, keeps its connection while the page is open, and marks new messages as seen. */
export function useConversation({ userId, dogId, match }: { userId: string; dogId: string; match: Match }) {
  const matchId = match.id
  const utils = trpc.useUtils()
  const markSeen = useMarkSeen(matchId)
  const [latest, setLatest] = useState<Message | null>(null)

  const conversation = useMemo(
    () =>
      new Conversation({
        url: socketUrl(),
        userId,
        dogId,
        matchId,
        known: utils.messages.list.getData({ matchId, limit: MESSAGES_DEFAULT }),
        // Bypass the query cache, because the conversation is the store.
        list: query => utils.messages.list.fetch({ matchId, ...query }, { staleTime: 0, gcTime: 0 }),
        outbox: deviceOutbox({ userId, dogId, matchId }),
        pause: reconnectPause,
        onArrived: (messages, first) => {
          const theirs = messages.filter(message => message.senderDogId !== dogId)
          if (first || theirs.length > 0) markSeen()
          if (!first) setLatest(before => theirs.at(-1) ?? before)
        },
        onError: message => toast({ title: 'Error', message, destructive: true }),
        onUnauthorized: () => void queryClient.invalidateQueries({ queryKey: userKey }),
      }),
    [userId, dogId, matchId, utils, markSeen],
  )

  useEffect(() => {
    const wake = () => {
      if (!document.hidden) conversation.wake()
    }
    const drop = () => conversation.drop()
    // What came with the page opens the chat once. Without a network there is nothing newer.
    if (!seenAt.get())
      queryClient.removeQueries({
        queryKey: getQueryKey(trpc.messages.list, { matchId, limit: MESSAGES_DEFAULT }, 'query'),
        predicate: ({ state }) => state.data !== undefined,
      })
    conversation.start()
    markSeen()
    window.addEventListener('online', wake)
    window.addEventListener('offline', drop)
    document.addEventListener('visibilitychange', wake)
    return () => {
      window.removeEventListener('online', wake)
      window.removeEventListener('offline', drop)
      document.removeEventListener('visibilitychange', wake)
      conversation.stop()
    }
  }, [conversation, matchId, markSeen])

  // live.ts refreshes the match. If its newest message has not arrived here, read it.
  const newest = match.lastMessage?.seq ?? 0
  useEffect(() => conversation.readUpTo(newest), [conversation, newest])

  const state = useSyncExternalStore(conversation.subscribe, () => conversation.state)
  useKeptChat(userId, match, state.messages)
  /** `latest`: the other dog's last message while the chat is open, to be announced. */
  return { conversation, state, latest }
}
