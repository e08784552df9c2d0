import type { StoredMessage } from '@barkyard/db/queries/messages'
import type { Bus } from './bus.ts'

/** Tells everybody concerned of a message that is stored. `sentBy`: the user whose sockets also hear its clientId. */
export function publishMessage(bus: Bus, stored: StoredMessage, sentBy?: string): void {
  const { message, clientId, dogIds, userIds } = stored
  bus.publish({
    type: 'news',
    audience: { userIds, dogIds },
    news: {
      event: { type: 'message', message },
      ...(clientId !== null && sentBy !== undefined && { clientId: { userId: sentBy, value: clientId } }),
    },
  })
}
