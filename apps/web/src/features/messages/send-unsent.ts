import { deviceOutbox, unsentChats } from './conversation/outbox.ts'

/** Statuses that say nothing about the message: signed out, too many calls. */
const NOT_NOW = [401, 429]

/** Sends what waits on this device in its order, except of the open chat. What is refused stays there as not sent. */
export async function sendUnsent(userId: string, openMatchId: string | undefined): Promise<void> {
  for (const chat of unsentChats(userId)) {
    if (chat.matchId === openMatchId) continue
    const outbox = deviceOutbox(chat)
    let waiting = outbox.load()
    for (const message of waiting) {
      if (message.state === 'failed') continue
      const { clientId, body } = message
      const answer = await fetch(`/api/messages/${chat.matchId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-dog': chat.dogId },
        body: JSON.stringify({ body, clientId }),
      }).catch(() => null)
      if (!answer || answer.status >= 500 || NOT_NOW.includes(answer.status)) return
      waiting = answer.ok
        ? waiting.filter(one => one !== message)
        : waiting.map(one => (one === message ? { ...one, state: 'failed' } : one))
      outbox.save(waiting)
    }
  }
}
