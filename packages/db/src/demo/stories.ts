import { randomBytes } from 'node:crypto'
import { AUDIT_ACTION_OF_DECISION } from '@barkyard/domain/audit'
import { addDays } from '@barkyard/domain/local-time'
import { lostEndsAt } from '@barkyard/domain/lost'
import { pairOf } from '@barkyard/domain/matching'
import { builtInPark } from '@barkyard/domain/parks'
import { dayOf, remindOn } from '@barkyard/domain/verification-days'
import { type Insertable, sql } from 'kysely'
import { writeAudit } from '../queries/admin/audit.ts'
import { newId } from '../queries/ids.ts'
import { putJobs } from '../queries/jobs/jobs.ts'
import { storeMessages } from '../queries/messages/messages.ts'
import { notifyUser } from '../queries/notifications/notify.ts'
import { toPlanParkRow } from '../queries/parks/plan-park.ts'
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

/** Adds matches with their messages. @returns the match of each pair of dogs. */
export async function addChats({ trx, now, dog }: Yard): Promise<Map<string, string>> {
  const chats = demoChats(now).map(chat => ({
    ...chat,
    id: newId(),
    pair: pairOf(dog(chat.dogs[0]), dog(chat.dogs[1])),
  }))
  await trx
    .insertInto('matches')
    .values(
      chats.map(({ id, pair: [a, b], messages }) => ({ id, dog_a_id: a, dog_b_id: b, created_at: messages[0]?.at })),
    )
    .execute()
  await trx
    .insertInto('match_dogs')
    .values(
      chats.flatMap(({ id, pair: [a, b] }) => [
        { match_id: id, dog_id: a, other_dog_id: b },
        { match_id: id, dog_id: b, other_dog_id: a },
      ]),
    )
    .execute()
  const messages = chats.flatMap(({ id, messages }) => messages.map(message => ({ ...message, matchId: id })))
  const stored = await storeMessages(
    trx,
    messages.map(({ matchId, from, body }) => ({ matchId, senderDogId: dog(from), body })),
  )
  // They are stored with the current time.
  const times = stored.flatMap((one, index) =>
    typeof one === 'object' ? [{ ...one.message, at: messages[index]?.at }] : [],
  )
  await sql`
    UPDATE messages m SET created_at = t.at
    FROM unnest(${times.map(one => one.matchId)}::uuid[], ${times.map(one => one.id)}::uuid[],
      ${times.map(one => one.at)}::timestamptz[]) AS t (match_id, id, at)
    WHERE m.match_id = t.match_id AND m.id = t.id
  `.execute(trx)
  const ids = chats.map(({ id }) => id)
  await sql`
    UPDATE match_dogs d SET last_at = m.created_at FROM messages m
    WHERE m.match_id = d.match_id AND m.id = d.last_message_id AND m.match_id = ANY (${ids}::uuid[])
  `.execute(trx)
  for (const { id, dogs, unread } of chats)
    await trx
      .updateTable('match_dogs')
      .set({ unread: sql`CASE WHEN dog_id = ${dog(dogs[1])} THEN ${unread}::int ELSE 0 END` })
      .where('match_id', '=', id)
      .execute()
  // Notifications are seen unless their messages are unread. None of them is mailed.
  await sql`
    UPDATE notifications n SET
      notified_at = d.last_at, push_at = NULL, mail_at = NULL,
      seen_at = CASE WHEN d.unread = 0 THEN d.last_at END,
      key = CASE WHEN d.unread > 0 OR n.event <> 'messages' THEN n.key END
    FROM match_dogs d
    WHERE d.match_id = n.match_id AND d.dog_id = n.dog_id AND n.match_id = ANY (${ids}::uuid[])
  `.execute(trx)
  return new Map(chats.map(({ id, pair }) => [pair.join(), id]))
}

export async function addPlaydates({ trx, now, dog, awakeMinutesAgo }: Yard, matchIds: ReadonlyMap<string, string>) {
  const hoursBefore = (time: Date, hours: number) => new Date(time.getTime() - hours * 60 * 60_000)
  const [first] = demo.phrases
  const signals = demo.phrases.map(({ dog: name, minutesAgo, phrase }) => ({
    dogId: dog(name),
    kind: 'phrase',
    minutes: null,
    phrase,
    at: awakeMinutesAgo(minutesAgo).toISOString(),
  }))
  const rows = demoPlaydates(now).map(({ proposer, invited, when, days, park, notes, status }) => {
    // Proposed two days before, and at the latest some hours ago, so that it stands in its place in the chat.
    const proposedAt = hoursBefore(when < now ? when : now, when < now ? 48 : 5)
    const answeredAt = status === 'proposed' ? proposedAt : hoursBefore(proposedAt, -1)
    return {
      id: newId(),
      match_id: matchIds.get(pairOf(dog(proposer), dog(invited)).join()) ?? '',
      proposer_dog_id: dog(proposer),
      invited_dog_id: dog(invited),
      when_ts: when,
      ...toPlanParkRow(builtInPark(park)),
      notes,
      status,
      created_at: proposedAt,
      updated_at: answeredAt,
      agreed_at: status === 'accepted' ? answeredAt : null,
      revision: status === 'proposed' ? 1 : 2,
      // The plan that is near is the one of which they speak.
      ...(days === undefined && first && { signals: JSON.stringify(signals) }),
    }
  })
  await trx.insertInto('playdates').values(rows).execute()
}

/** Adds the walks, and the search that the demo's owner has saved. */
export async function addWalks({ trx, now, actingAs, user, accepted }: Yard): Promise<void> {
  for (const { host, joiners, terms } of demoWalks(now)) {
    const { walk } = accepted(await hostWalk(trx, actingAs(host), terms, now), `walk of ${host}`)
    if (walk.repeats)
      await putJobs(trx, [
        {
          kind: 'next-walk',
          payload: { walkId: walk.id },
          key: `${walk.id} ${walk.revision}`,
          dueAt: new Date(walk.whenTs),
          createdAt: now,
        },
      ])
    for (const joiner of joiners)
      accepted(await joinWalk(trx, actingAs(joiner), { id: walk.id, wait: true }, now), `walk with ${joiner}`)
  }
  await saveSearch(trx, user('owner'), demo.search, now)
}

/** Adds a dog that is lost near the demo's owner, and who saw it. Nobody was told, so nothing is pushed. */
export async function addLost({ trx, user, actingAs, minutesAgo }: Yard): Promise<void> {
  const { dog, seenHoursAgo, openedHoursAgo, case: said, sightings } = demo.lost
  const ago = (hours: number) => minutesAgo(60 * hours)
  const [id, opened] = [newId(), ago(openedHoursAgo)]
  const { userId: user_id, dogId: dog_id } = actingAs(dog)
  await trx
    .insertInto('lost_cases')
    .values({
      ...said,
      id,
      dog_id,
      user_id,
      code: randomBytes(12).toString('base64url'),
      state: 'open',
      last_seen_at: ago(seenHoursAgo),
      created_at: opened,
      began_at: opened,
      ends_at: lostEndsAt(opened, opened),
    })
    .execute()
  await trx.insertInto('lost_openings').values({ id, user_id, dog_id, opened_at: opened }).execute()
  const rows = sightings.map(({ by, hoursAgo, ...seen }) => ({
    ...seen,
    id: newId(),
    lost_id: id,
    user_id: user(by),
    state: 'seen' as const,
    at: ago(hoursAgo),
    created_at: ago(hoursAgo),
  }))
  await trx.insertInto('lost_sightings').values(rows).execute()
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
    await writeAudit(trx, adminId, {
      action: AUDIT_ACTION_OF_DECISION.warn,
      dogId,
      userId: ownerId,
      detail: { reportId: caseId, kind },
    })
    await notifyUser(
      trx,
      { event: 'decision', details: { action: 'warn', statement, dogName }, userId: ownerId },
      at(20),
    )
    for (const userId of decided.reporterIds)
      await notifyUser(trx, { event: 'report-decided', details: { isActed: true, dogName }, userId }, at(20))
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
  const approve = (what: Pick<Insertable<Database['verifications']>, 'kind' | 'expires_on' | 'remind_on'>) =>
    trx
      .insertInto('verifications')
      .values({
        ...what,
        ...times,
        id: newId(),
        dog_id,
        user_id,
        state: 'approved',
        version: 3,
        decided_by: user('admin'),
      })
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
