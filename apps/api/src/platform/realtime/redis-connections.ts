import { Redis } from 'ioredis'

const RETRY_MAX_MS = 1_000
/** A command without an answer fails after this time, and its caller continues without Redis. */
const ANSWER_WITHIN_MS = 1_000
/** A connection that is silent for longer counts as dead. */
export const SILENCE_MS = 3_000

/** Commands fail at once while Redis is unavailable, and are not sent again when it comes back. */
function connect(url: string, commandTimeout?: number): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // It needs INFO, which the user may not be allowed, and the library then prints a warning. Connections are checked by
    // a pulse.
    enableReadyCheck: false,
    connectTimeout: 2_000,
    ...(commandTimeout !== undefined && { commandTimeout }),
    socketTimeout: SILENCE_MS,
    keepAlive: 10_000,
    retryStrategy: times => Math.min(times * 100, RETRY_MAX_MS),
    connectionName: 'barkyard',
  })
}

/** The connection that sends commands and the one that receives what is published. Both reconnect by themselves. */
export const connectRedis = (url: string) => ({ sender: connect(url, ANSWER_WITHIN_MS), receiver: connect(url) })
