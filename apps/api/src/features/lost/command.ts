import { inTransaction } from '@barkyard/db/open'
import { writeAudit } from '@barkyard/db/queries/audit'
import { putJobs } from '@barkyard/db/queries/jobs/jobs'
import { closeLostByModerator, listAdminLost } from '@barkyard/db/queries/lost/admin-lost'
import { notifyUser } from '@barkyard/db/queries/notify'
import { isErrorReason, REFUSALS } from '@barkyard/domain/errors'
import { STATEMENT_MAX } from '@barkyard/domain/report'
import { readId } from '@barkyard/domain/schemas/fields'
import { CommandError } from '../../platform/operation/command.ts'
import type { CommandServices } from '../../services.ts'
import { TELL_AGAIN } from './index.ts'

const LISTED = 200

/** Prints the searches that wait or are open. What only their owners know of the dogs is not printed. */
export async function listLost({ db }: CommandServices): Promise<void> {
  for (const state of ['waiting', 'open'] as const) {
    const page = await listAdminLost(db, { state, limit: LISTED }, new Date())
    if (page === 'unknown-cursor') continue
    console.log(`${state === 'open' ? 'Open' : 'Waiting'}: ${page.total}`)
    for (const { id, dog, owner, lastSeenAt, reach, sightings } of page.items)
      console.log(
        `${id}  ${dog.name} (${dog.breed}) of ${owner.firstName} ${owner.lastName}, last seen ${lastSeenAt}, ${reach} km, ${sightings} sightings`,
      )
  }
}

/** Closes a search as a moderator does. Whoever was told of it is told by the app. */
export async function closeLost({ db }: CommandServices, id: string, statement: string): Promise<void> {
  if (statement.trim() === '' || statement.length > STATEMENT_MAX)
    throw new CommandError(`Say why, in at most ${STATEMENT_MAX} characters.`)
  const now = new Date()
  const name = await inTransaction(db, async trx => {
    const order = { id: readId(id), adminId: null, role: 'admin' as const, version: null, statement, now }
    const closed = await closeLostByModerator(trx, order, ['waiting', 'open'])
    if (isErrorReason(closed)) throw new CommandError(`${REFUSALS[closed].message}.`)
    const { lost, ownerId, dogId } = closed
    const details = { lostId: lost.id, isOpen: false, statement }
    await notifyUser(trx, { event: 'lost-decided', details, userId: ownerId, dogId }, now)
    await writeAudit(trx, null, { action: 'lost-closed', dogId, userId: ownerId, detail: { lostId: lost.id } })
    const payload = { lostId: lost.id, after: null }
    await putJobs(trx, [{ kind: TELL_AGAIN.name, key: lost.id, payload, dueAt: now, createdAt: now }])
    return lost.dog.name
  })
  console.log(`The search for ${name} is closed. Its owner gets a notice.`)
}
