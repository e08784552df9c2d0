import { randomBytes } from 'node:crypto'
import { AUDIT_ACTION_OF_DECISION } from '@barkyard/domain/audit'
import { addDays } from '@barkyard/domain/local-time'
import { pairOf } from '@barkyard/domain/matching'
import { builtInPark } from '@barkyard/domain/parks'
import type { PlaydateMove } from '@barkyard/domain/playdate-moves'
import { dayOf, remindOn } from '@barkyard/domain/verification-days'
import { type Insertable, sql } from 'kysely'
import { writeAudit } from '../queries/audit.ts'
import { newId } from '../queries/ids.ts'
import { putJobs } from '../queries/jobs/jobs.ts'
import { beginLost } from '../queries/lost/change-lost.ts'
import { openLost } from '../queries/lost/open-lost.ts'
import { addSighting } from '../queries/lost/sightings.ts'
import { barkAt } from '../queries/matches/matches.ts'
import { storeMessages } from '../queries/messages/messages.ts'
import { notifyEach } from '../queries/notify.ts'
import { movePlaydate } from '../queries/playdates/moves.ts'
import { createPlaydate } from '../queries/playdates/playdates.ts'
import { decideCase } from '../queries/reports/decide-case.ts'
import { findCaseRow } from '../queries/reports/moderation-queue.ts'
import { storeAppeal } from '../queries/reports/notices.ts'
import { storeReport } from '../queries/reports/reports.ts'
import { saveSearch } from '../queries/searches/searches.ts'
import { addEvidence, startVerification } from '../queries/verification/verifications.ts'
import { hostWalk } from '../queries/walks/changes.ts'
import { joinWalk } from '../queries/walks/join.ts'
import type { Database } from '../schema.ts'
import { type DemoDog, demo, demoChats, demoPlaydates, demoWalks } from './demo.ts'
import type { Yard } from './yard.ts'

const HOUR_MS = 60 * 60_000

/** Adds matches with their messages. @returns the match of each pair of dogs. */
export async function addChats({ trx, now, actingAs, dog, accepted }: Yard): Promise<Map<string, string>> {
  const matchIds = new Map<string, string>()
  for (const { dogs, messages, unread } of demoChats(now)) {
    const [barker, other] = dogs
    const bark = await barkAt(trx, actingAs(barker), { toDogId: dog(other) }, now)
    const { matchId } = accepted(bark, `bark of ${barker}`)
    matchIds.set(pairOf(dog(barker), dog(other)).join(), matchId)
    await storeMessages(
      trx,
      messages.slice(1).map(({ from, body }) => ({ matchId, senderDogId: dog(from), body })),
    )
    // They are stored with the current time.
    await sql`
      UPDATE messages SET created_at = t.at
      FROM unnest(${messages.map(({ at }) => at)}::timestamptz[]) WITH ORDINALITY AS t (at, nth)
      WHERE match_id = ${matchId} AND seq = t.nth`.execute(trx)
    await sql`
      UPDATE match_dogs SET last_at = ${messages.at(-1)?.at}, unread = CASE WHEN dog_id = ${dog(other)} THEN ${unread}::int ELSE 0 END
      WHERE match_id = ${matchId}`.execute(trx)
    // Notifications are seen unless their messages are unread. None of them is mailed.
    await sql`
      UPDATE notifications n SET
        notified_at = d.last_at, push_at = NULL, mail_at = NULL,
        seen_at = CASE WHEN d.unread = 0 THEN d.last_at END,
        key = CASE WHEN d.unread > 0 OR n.event <> 'messages' THEN n.key END
      FROM match_dogs d WHERE d.match_id = n.match_id AND d.dog_id = n.dog_id AND n.match_id = ${matchId}`.execute(trx)
  }
  return matchIds
}

export async function addPlaydates(
  { trx, now, actingAs, dog, accepted, awakeMinutesAgo }: Yard,
  matchIds: ReadonlyMap<string, string>,
) {
  for (const { proposer, invited, when, days, park, notes, status } of demoPlaydates(now)) {
    // Proposed two days before, and at the latest some hours ago, so that it stands in its place in the chat.
    const proposedAt = new Date(when < now ? when.getTime() - 48 * HOUR_MS : now.getTime() - 5 * HOUR_MS)
    const matchId = matchIds.get(pairOf(dog(proposer), dog(invited)).join()) ?? ''
    const terms = { ...builtInPark(park), matchId, notes, whenTs: when.toISOString() }
    const { playdate } = accepted(await createPlaydate(trx, actingAs(proposer), terms, proposedAt), notes)
    const move = async (name: string, move: PlaydateMove, at: Date) =>
      accepted(await movePlaydate(trx, actingAs(name), playdate.id, move, { now: at }), `${move.type} of ${name}`)
    const answer = { type: 'answer', accept: status === 'accepted' } as const
    if (status !== 'proposed') await move(invited, answer, new Date(proposedAt.getTime() + HOUR_MS))
    // They talk about the next plan.
    for (const { dog: name, minutesAgo, phrase } of days === undefined ? demo.phrases : [])
      await move(name, { type: 'phrase', phrase }, awakeMinutesAgo(minutesAgo))
  }
}

/** Adds the walks, and the search that the demo's owner has saved. */
export async function addWalks({ trx, now, actingAs, user, accepted }: Yard): Promise<void> {
  for (const { host, joiners, terms } of demoWalks(now)) {
    const { walk } = accepted(await hostWalk(trx, actingAs(host), terms, now), `walk of ${host}`)
    const next = { kind: 'next-walk', payload: { walkId: walk.id }, key: `${walk.id} ${walk.revision}` }
    if (walk.repeats) await putJobs(trx, [{ ...next, dueAt: new Date(walk.whenTs), createdAt: now }])
    for (const joiner of joiners)
      accepted(await joinWalk(trx, actingAs(joiner), { id: walk.id, wait: true }, now), `walk with ${joiner}`)
  }
  await saveSearch(trx, user('owner'), demo.search, now)
}

/** Adds a dog that is lost near the demo's owner, and who saw it. Nobody was told, so nothing is pushed. */
export async function addLost({ trx, user, actingAs, accepted, minutesAgo }: Yard): Promise<void> {
  const { dog, seenHoursAgo, openedHoursAgo, case: said, sightings } = demo.lost
  const ago = (hours: number) => minutesAgo(60 * hours)
  const owner = actingAs(dog)
  const code = randomBytes(12).toString('base64url')
  const opening = { ...said, code, lastSeenAt: ago(seenHoursAgo).toISOString(), now: ago(openedHoursAgo) }
  const { lost } = accepted(await openLost(trx, owner, { ...opening, dogId: owner.dogId, needsVerified: false }), dog)
  // A dog as new as those of the demo would wait for a moderator.
  await beginLost(trx, lost.id, opening.now)
  await trx.deleteFrom('notifications').where('key', '=', `lost ${lost.id} waits`).execute()
  for (const { by, hoursAgo, ...said } of sightings) {
    const at = ago(hoursAgo)
    const seen = { ...said, at, where: null, state: 'seen', phone: null, evidenceKey: null } as const
    const viewer = { kind: 'owner', userId: user(by) } as const
    accepted(await addSighting(trx, viewer, lost.id, seen, { now: at, isLimited: false }), `sighting of ${by}`)
  }
}

/** Puts reports into the queue: two open cases, one of them urgent, one that is decided, and an appeal against it. */
export async function addReports({ trx, accepted, actingAs, dog, user, minutesAgo }: Yard): Promise<void> {
  for (const { about, by, kind, note, hoursAgo, statement, appeal } of demo.reports) {
    const at = (hoursAfter: number) => minutesAgo((hoursAgo - hoursAfter) * 60)
    const report = { kind, note, dogId: dog(about), now: at(0) }
    const { id: caseId } = accepted(await storeReport(trx, actingAs(by), report), `report about ${about}`)
    if (!statement || !appeal) continue
    const [ownerId, adminId] = [actingAs(about).userId, user('admin')]
    const { version } = accepted(await findCaseRow(trx, caseId), 'case')
    const request = { caseId, version, adminId, role: 'admin', now: at(20), photoIds: [], until: null } as const
    const decided = accepted(await decideCase(trx, { ...request, action: 'warn', statement }), 'decision')
    const { dogId, dogName } = decided
    const detail = { reportId: caseId, kind }
    await writeAudit(trx, adminId, { action: AUDIT_ACTION_OF_DECISION.warn, dogId, userId: ownerId, detail })
    const told = { event: 'report-decided', details: { isActed: true, dogName } } as const
    const warning = { event: 'decision', details: { action: 'warn', statement, dogName }, userId: ownerId } as const
    await notifyEach(trx, [warning, ...decided.reporterIds.map(userId => ({ ...told, userId }))], at(20))
    // Both have read it by now, and nothing is mailed.
    await trx
      .updateTable('notifications')
      .set({ seen_at: at(20), push_at: null, mail_at: null })
      .where('event', 'in', ['decision', 'report-decided'])
      .execute()
    accepted(await storeAppeal(trx, { ownerId, noticeId: decided.id, text: appeal, now: at(48) }), 'appeal')
  }
}

/** Adds what an owner tells about a dog, and what moderators have checked, so long ago that the evidence is deleted already. */
export async function addChecks({ trx, now, actingAs, user, minutesAgo }: Yard, dog: DemoDog): Promise<void> {
  const { name, facts, activeDaysAgo, photoChecked, vaccinatedDays } = dog
  const { userId: user_id, dogId: dog_id } = actingAs(name)
  const dayIn = (days: number) => addDays(dayOf(now), days)
  const expires_on = vaccinatedDays === undefined ? undefined : dayIn(vaccinatedDays)
  const at = minutesAgo(40 * 24 * 60)
  const times = { created_at: at, sent_at: at, closed_at: at }
  const approved = { ...times, dog_id, user_id, state: 'approved', version: 3, decided_by: user('admin') } as const
  const approve = (what: Pick<Insertable<Database['verifications']>, 'kind' | 'expires_on' | 'remind_on'>) =>
    trx
      .insertInto('verifications')
      .values({ ...approved, ...what, id: newId() })
      .execute()
  if (photoChecked) await approve({ kind: 'photo' })
  if (expires_on) await approve({ kind: 'vaccination', expires_on, remind_on: remindOn(expires_on) })
  const known = { photo_checked: photoChecked, vaccinated_until: expires_on }
  await trx
    .updateTable('dogs')
    .set({ name, ...facts, ...known, ...(activeDaysAgo !== undefined && { active_on: dayIn(-activeDaysAgo) }) })
    .where('id', '=', dog_id)
    .execute()
}

export async function addWaitingCheck({ trx, now, actingAs, accepted }: Yard, evidence: string): Promise<void> {
  const { dog, code } = demo.waitingCheck
  const viewer = actingAs(dog)
  const { id } = accepted(
    await startVerification(trx, viewer, { dogId: viewer.dogId, kind: 'photo', code, now }),
    `check of ${dog}`,
  )
  accepted(await addEvidence(trx, viewer.userId, id, { key: evidence, now }), `evidence of ${dog}`)
}
