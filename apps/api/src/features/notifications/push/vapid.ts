import type { Db } from '@barkyard/db/open'
import { keepVapidKeys, type VapidKeys } from '@barkyard/db/queries/notifications/push-endpoints'
import { readEmail } from '@barkyard/domain/email'
import webPush from 'web-push'
import type { Config } from '../../../config.ts'

const HOUR_S = 60 * 60
/** Push services refuse tokens that are valid for more than a day. */
const TOKEN_VALID_S = 12 * HOUR_S
/** A token is used for less than its time, for services whose clock is ahead. */
const TOKEN_USED_S = 6 * HOUR_S
/** Clients name the services, so their number is limited. */
const TOKENS_MAX = 1_000

/** Names that no public server has (RFC 6761, RFC 6762, RFC 8375, and what routers use). */
const LOCAL_NAME =
  /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|invalid|onion|home\.arpa)\.?$/

const isPublicName = (hostname: string) =>
  hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname) && !LOCAL_NAME.test(hostname)

/** The keys that identify this installation to push services. Made once, stored in the database, read once per process. */
export class Vapid {
  /** The contact for push services: the address where it is https and a public name, otherwise a mailbox. Apple refuses others. */
  readonly subject: string
  readonly #db: Db
  /** In ms. Not the clock of what is due: push services compare a token's end with the real time. */
  readonly #realTime: () => number
  #keys: Promise<VapidKeys> | undefined
  readonly #tokens = new Map<string, { header: string; signedAt: number }>()

  constructor(db: Db, config: Pick<Config, 'publicUrl' | 'mailFrom'>, realTime: () => number = Date.now) {
    this.#db = db
    this.#realTime = realTime
    const from = (/<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom).trim()
    const isReachable = config.publicUrl.protocol === 'https:' && isPublicName(config.publicUrl.hostname)
    this.subject = isReachable ? config.publicUrl.origin : `mailto:${readEmail(from)?.ascii ?? from}`
  }

  keys(): Promise<VapidKeys> {
    this.#keys ??= keepVapidKeys(this.#db, () => webPush.generateVAPIDKeys()).catch(error => {
      this.#keys = undefined
      throw error
    })
    return this.#keys
  }

  /**
   * The Authorization header for a push service (RFC 8292). A signature costs more CPU than all else of a push, so it is
   * used for hours.
   */
  async authorization(origin: string): Promise<string> {
    const { publicKey, privateKey } = await this.keys()
    const now = Math.floor(this.#realTime() / 1000)
    const known = this.#tokens.get(origin)
    if (known && now >= known.signedAt && now < known.signedAt + TOKEN_USED_S) return known.header
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      this.subject,
      publicKey,
      privateKey,
      'aes128gcm',
      now + TOKEN_VALID_S,
    )
    if (this.#tokens.size >= TOKENS_MAX) this.#tokens.clear()
    this.#tokens.set(origin, { header, signedAt: now })
    return header
  }
}
