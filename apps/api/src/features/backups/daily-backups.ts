import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { urlOf } from '@barkyard/db/open'
import { withBackupLock } from '@barkyard/db/queries/backups/backups'
import { notifyOfBackup } from '@barkyard/db/queries/notifications/notify-cases'
import { countPhotos } from '@barkyard/db/queries/photos/photos'
import type { Config } from '../../config.ts'
import { redactError } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { PlatformServices } from '../../platform/write.ts'
import { flush, readBack, readMark, writeBackup, writeMark } from './backup.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const LOOK_EVERY_MS = 60_000
/** After a failure this process waits so long before it tries again. */
const RETRY_MS = HOUR_MS
/** With no backup for this long, admins are told and `barkyard doctor` fails. */
export const BACKUP_OLD_MS = 48 * HOUR_MS
/** What is being written or deleted. Whatever an interrupted backup left there is deleted by the next. */
const UNFINISHED = '.barkyard-unfinished'

export interface DailyBackup {
  name: string
  at: Date
  bytes: number
}

/** The backups that the app itself has written to a folder, oldest first; [] if there is no such folder. */
export async function dailyBackups(dir: string): Promise<DailyBackup[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  const found: DailyBackup[] = []
  for (const { name } of entries.filter(entry => entry.isDirectory())) {
    const mark = await readMark(join(dir, name)).catch(() => null)
    // One that was renamed belongs to who did that.
    if (mark?.daily === name) found.push({ name, at: new Date(mark.at), bytes: mark.bytes ?? 0 })
  }
  return found.sort((a, b) => a.at.getTime() - b.at.getTime())
}

interface DailyBackupsOptions extends Pick<PlatformServices, 'db' | 'now' | 'log' | 'write'> {
  config: Pick<Config, 'dataDir' | 's3'> & { backup: NonNullable<Config['backup']> }
}

/**
 * Writes a backup each day, whichever process gets the database's lock first. A day that was missed is made up
 * once. Processes share the folder.
 */
export class DailyBackups {
  readonly #options: DailyBackupsOptions
  readonly #timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null
  #failedAt: Date | null = null

  constructor(options: DailyBackupsOptions) {
    this.#options = options
  }

  /** Writes a backup if one is due, and tells admins if there is none. Never rejects. */
  look(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Those of the future, made before the clock was set back, do not count. */
  async newest(): Promise<DailyBackup | null> {
    const { config, now } = this.#options
    return (await dailyBackups(config.backup.dir)).findLast(({ at }) => at <= now()) ?? null
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  async #look(): Promise<void> {
    const { log, now, db } = this.#options
    const began = now()
    try {
      if (!this.#isWaiting(began) && (await this.#isDue()))
        await withBackupLock(db, async () => {
          // Another process may have made it meanwhile.
          if (await this.#isDue()) await this.#make()
        })
      if (!this.#isWaiting(began)) this.#failedAt = null
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      this.#failedAt = began
      log.error({ error: redactError(error) }, 'the daily backup failed; it is tried again in an hour')
    }
    await this.#tell().catch(error => log.warn({ error: redactError(error) }, 'admins were not told about backups'))
  }

  async #isDue(): Promise<boolean> {
    const { config, now } = this.#options
    /** Days that begin at the hour of backups. */
    const dayOf = (at: Date) => Math.floor((at.getTime() - config.backup.hour * HOUR_MS) / DAY_MS)
    const newest = await this.newest()
    return newest === null || dayOf(newest.at) < dayOf(now())
  }

  /** After a failure. A clock that was set back ends it. */
  #isWaiting(now: Date): boolean {
    const passed = this.#failedAt === null ? RETRY_MS : now.getTime() - this.#failedAt.getTime()
    return passed >= 0 && passed < RETRY_MS
  }

  async #make(): Promise<void> {
    const { config, now, log, db } = this.#options
    const { dir, keep } = config.backup
    const at = now()
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const folder = join(dir, UNFINISHED)
    await rm(folder, { recursive: true, force: true })
    const last = await this.newest()
    const { bavail, bsize } = await statfs(dir)
    if (last && last.bytes > bavail * bsize) throw new Error(`The disk has less room than the last backup takes`)
    const name = `barkyard-${at.toISOString().replaceAll(':', '-')}`
    try {
      const photos = config.s3 ? { count: await countPhotos(db) } : { folder: join(config.dataDir, 'photos') }
      const what = await writeBackup({ url: urlOf(db), to: folder, photos, signal: this.#stopping.signal })
      await writeMark(folder, { format: 1, at: at.toISOString(), ...what, daily: name })
      await readBack(folder)
      await rename(folder, join(dir, name))
      await flush(dir)
      log.info({ backup: name, bytes: what.bytes, photos: what.photos }, 'the daily backup is written')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    await removeOldest(dir, keep, name, at)
  }

  async #tell(): Promise<void> {
    const { write, now } = this.#options
    const at = now()
    const last = await this.newest()
    const isOld = last !== null && at.getTime() - last.at.getTime() > BACKUP_OLD_MS
    if (!isOld && this.#failedAt === null) return
    await write(null, async (trx, effects) => {
      const details = { lastAt: last?.at.toISOString() ?? null, isOld }
      effects.event(eventFor(await notifyOfBackup(trx, details, at), { type: 'notifications' }))
    })
  }
}

/** Keeps the newest ones. Those dated later than the one just made are the oldest, because the clock was wrong. */
async function removeOldest(dir: string, keep: number, made: string, now: Date): Promise<void> {
  const all = await dailyBackups(dir)
  const isAhead = ({ name, at }: DailyBackup) => name !== made && at > now
  const inOrder = [...all.filter(isAhead), ...all.filter(one => !isAhead(one))]
  for (const { name } of inOrder.slice(0, -keep)) {
    // An interrupted deletion leaves nothing that looks like somebody else's folder.
    await rename(join(dir, name), join(dir, UNFINISHED))
    await rm(join(dir, UNFINISHED), { recursive: true, force: true })
  }
}
