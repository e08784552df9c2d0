import type { Db } from '@barkyard/db/open'
import { keepVapidKeys, type VapidKeys } from '@barkyard/db/queries/push-endpoints'
import webPush from 'web-push'
import type { Config } from '../config.ts'

/** The keys that identify this installation to push services. Made once, stored in the database, read once per process. */
export class Vapid {
  /** The contact for push services: an https address, otherwise a mailbox. */
  readonly subject: string
  readonly #db: Db
  #keys: Promise<VapidKeys> | undefined

  constructor(db: Db, config: Pick<Config, 'publicUrl' | 'mailFrom'>) {
    this.#db = db
    this.subject =
      config.publicUrl.protocol === 'https:'
        ? config.publicUrl.origin
        : `mailto:${/<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
  }

  keys(): Promise<VapidKeys> {
    this.#keys ??= keepVapidKeys(this.#db, () => webPush.generateVAPIDKeys()).catch(error => {
      this.#keys = undefined
      throw error
    })
    return this.#keys
  }
}
