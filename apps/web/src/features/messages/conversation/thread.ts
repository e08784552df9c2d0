import type { Message } from '@barkyard/domain/schemas/message'

/** Merges messages of a match in the order of `seq`, each once. Returns `current` itself if nothing is new. */
export function mergeMessages(current: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const known = new Set(current.map(message => message.seq))
  const fresh = incoming.filter(message => !known.has(message.seq) && known.add(message.seq))
  if (fresh.length === 0) return current
  return [...current, ...fresh].sort((one, other) => one.seq - other.seq)
}

/** The message after which to read on: the last one before the first gap, otherwise the newest. null if there is none. */
export function readOnFrom(messages: readonly Message[]): Message | null {
  const beforeGap = messages.find((message, index) => {
    const next = messages[index + 1]
    return next !== undefined && next.seq !== message.seq + 1
  })
  return beforeGap ?? messages.at(-1) ?? null
}

/** Whether there are older messages on the server: a match counts its messages from 1, without a gap. */
export const hasOlder = (messages: readonly Message[]) => (messages[0]?.seq ?? 1) > 1

/** The newest seq that follows the first message without a gap; 0 without messages. */
export const newestSeq = (messages: readonly Message[]) => readOnFrom(messages)?.seq ?? 0
