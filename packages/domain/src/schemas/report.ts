import { z } from 'zod'
import { PHOTOS_PER_DOG } from '../photo.ts'
import {
  APPEAL_ACTIONS,
  APPEAL_TEXT_MAX,
  CASE_KINDS,
  CASE_NOTE_MAX,
  CLAIM_FILTERS,
  MODERATION_ACTIONS,
  NOTICE_ACTIONS,
  REPORT_ACTIONS,
  REPORT_KINDS,
  REPORT_NOTE_MAX,
  REPORT_SUBJECTS,
  REPORTS_PAGE_DEFAULT,
  REPORTS_PAGE_MAX,
  STATEMENT_MAX,
  TEMPLATE_TITLE_MAX,
  TITLE_KINDS,
} from '../report.ts'
import { dogSchema } from './dog.ts'
import {
  flag,
  id,
  moment,
  part,
  partOrNull,
  person,
  shape,
  text,
  textOrNull,
  time,
  timeOrNull,
  trimmedLines,
  trimmedText,
  whole,
  word,
} from './fields.ts'
import { messageSchema } from './message.ts'
import { countedPageOf, cursor, limitOf } from './paging.ts'

const reportKind = word('ReportKind', 'The kind of a report.', REPORT_KINDS).describe('Why the dog is reported.')
const reportState = word('ReportState', 'The state of a report.', ['open', 'decided'])
const moderationAction = word(
  'ModerationAction',
  'An admin’s decision about a report or an appeal.',
  MODERATION_ACTIONS,
)

export const newReportSchema = z
  .object({
    dogId: id.describe('The dog that you report.').optional(),
    lostId: id.describe('The search for a lost dog that you report, instead of a dog.').optional(),
    sightingId: id.describe('The sighting of your lost dog that you report, instead of a dog.').optional(),
    kind: reportKind,
    note: trimmedLines(0, REPORT_NOTE_MAX).describe('What happened, in your words.').optional(),
    photoId: id.describe('The photo of this dog that the report is about.').optional(),
  })
  .refine(({ dogId, lostId, sightingId }) => [dogId, lostId, sightingId].filter(Boolean).length === 1, {
    path: ['dogId'],
    message: 'Name one of dogId, lostId and sightingId',
  })
  .meta({ id: 'NewReport', description: 'A dog, a search or a sighting to report.' })
export type NewReport = z.infer<typeof newReportSchema>

export const reportedSchema = shape('Reported', 'The report that was stored.', {
  id: id.describe('The id of your report, which stays the same for this dog until it is decided.'),
})

export const reportSchema = shape('Report', 'A report of yours.', {
  id: id.describe('The id of the report.'),
  kind: reportKind,
  state: reportState.describe('Whether an admin has decided.'),
  outcome: z.enum(['acted', 'not acted']).nullable().describe('Whether action was taken. null: not decided yet.'),
  createdAt: time('When you reported.'),
})
export type Report = z.infer<typeof reportSchema>

export const caseKindSchema = word('CaseKind', 'The kind of a case.', CASE_KINDS)
const caseKind = caseKindSchema.describe('The most urgent kind among its reports; `appeal` for an appeal.')
const caseState = reportState.describe('Whether it is open or decided.')
const action = moderationAction.describe('What was decided.')

export const adminReportSchema = shape('AdminReport', 'A case of the queue: the reports about one dog, or an appeal.', {
  id: id.describe('The id of the case.'),
  kind: caseKind,
  notes: z
    .array(z.object({ text: text('What was written.'), at: time('When it was written.') }))
    .describe('The reporters’ notes, oldest first, or the text of an appeal.'),
  state: caseState,
  version: whole(1, 'Grows with each report. A decision must name the version that was read.'),
  createdAt: time('When the dog was first reported, or the appeal was made.'),
  about: z
    .enum(REPORT_SUBJECTS)
    .describe(
      '`lost`: also the search for the dog. `sighting`: a sighting of it, and who sent it, not the dog’s owner.',
    ),
  dog: part('The dog. It may have been deleted.', {
    id: id.describe('The id of the dog, or of the sighting.'),
    name: text('The name of the dog when it was reported.'),
  }),
  owner: partOrNull(
    'The owner of the dog when it was first reported, or who sent the sighting. null: nobody, somebody without an account, or the account was deleted.',
    { ...person, email: textOrNull('Their address. null: it is unknown.') },
  ),
  reporters: whole(0, 'The number of reporters.'),
  claim: partOrNull('The admin who works on the case. null: none.', {
    by: text('The name of the admin.'),
    until: time('When the claim ends.'),
    mine: flag('Whether it is you.'),
  }),
})
export type AdminReport = z.infer<typeof adminReportSchema>

const decisionSchema = z.object({
  action,
  statement: text('The statement to the owner.'),
  by: text('The name of the admin.'),
  at: time('When it was decided.'),
  until: timeOrNull('The end of a suspension. null: permanent, or no suspension.'),
})
export type Decision = z.infer<typeof decisionSchema>

const caseNoteSchema = z.object({
  id: id.describe('The id of the note.'),
  text: text('What was noted.'),
  by: text('Who noted it.'),
  at: time('When it was noted.'),
})
export type CaseNote = z.infer<typeof caseNoteSchema>

export const newCaseNoteSchema = shape('NewCaseNote', 'A note about a case.', {
  text: trimmedLines(1, CASE_NOTE_MAX, { min: 'Please write something' }).describe('For moderators and admins alone.'),
})

const keptPhotoSchema = z.object({
  id: id.describe('The id of the photo.'),
  url: text('The address of the stored copy, for admins.'),
  reported: flag('Whether a report names this photo.'),
  removed: flag('Whether the dog no longer shows it.'),
})

const keptTitleSchema = z.object({
  id: id.describe('The id of the playdate or walk. It may be gone.'),
  kind: z.enum(TITLE_KINDS).describe('What it names.'),
  title: text('The title, as it was or as somebody wanted to change it.'),
  byDogId: id.describe('The dog whose owner wrote it.'),
  whenTs: time('When the playdate or walk begins.'),
})

const keptLostSchema = z.object({
  lostId: id.describe('The search. It may be gone.'),
  sightingId: id.nullable().describe('The sighting. It may be gone. null: it is the search itself.'),
  keptAt: time('When it read so.'),
  at: time('When the dog was last seen, or was seen.'),
  lat: z.number().nullable().describe('Where, in degrees (WGS 84). null: said in words.'),
  lng: z.number().nullable().describe('Where, in degrees (WGS 84). null: said in words.'),
  where: textOrNull('Where, in words. null: a point.'),
  state: textOrNull('What the sighting says. null: it is the search itself.'),
  note: textOrNull('The words. null: none.'),
  wearing: textOrNull('What the dog wears, by its owner. null: not said, or a sighting.'),
  phone: textOrNull('The phone number. null: none.'),
  photo: textOrNull('The address of the stored copy, for admins. null: none.'),
})
export type KeptLost = z.infer<typeof keptLostSchema>

const duplicatePhotoSchema = z.object({
  photoId: id.describe('The photo of the reported dog.'),
  other: part('The photo that it equals.', {
    photoId: id.describe('The id of the photo.'),
    dogId: id.describe('The dog that showed it first.'),
    dogName: text('The name of that dog. Empty: unknown.'),
    url: textOrNull('The address of the stored copy, for admins. null: no longer stored.'),
    removed: flag('Whether a decision removed it. Otherwise it is a photo of another owner’s dog.'),
  }),
})

export const caseSummarySchema = z.object({
  id: id.describe('The id of the case.'),
  kind: caseKind,
  state: caseState,
  createdAt: time('When it began.'),
  dogName: text('The name of the dog.'),
  action: action.nullable().describe('What was decided. null: it is open.'),
})
export type CaseSummary = z.infer<typeof caseSummarySchema>

export const adminReportDetailsSchema = adminReportSchema
  .extend({
    evidence: part('The stored evidence. An appeal has the evidence of the decision that it is about.', {
      dog: dogSchema.nullable().describe('The dog when it was last reported. null: no longer stored.'),
      earlierDogs: z.array(dogSchema).describe('The dog at earlier reports if it differed, newest first.'),
      photos: z.array(keptPhotoSchema).describe('Copies of its photos.'),
      twins: z.array(duplicatePhotoSchema).describe('Its photos that equal others.'),
      messages: z.array(messageSchema).describe('The chats of the reporters with this dog, oldest first.'),
      titles: z
        .array(keptTitleSchema)
        .describe('The titles of their playdates with this dog, and of its walks, by time.'),
      lost: z.array(keptLostSchema).describe('The search or sighting, as it read at each report, newest first.'),
    }),
    reportedBy: z.array(z.object(person)).describe('The reporters, in the order of their reports.'),
    decisions: z
      .array(decisionSchema)
      .describe('The decisions on this case. For an appeal, they include the first decision.'),
    adminNotes: z
      .array(caseNoteSchema)
      .describe('What moderators and admins noted, oldest first. For an appeal, also about the first decision.'),
    currentDog: dogSchema.nullable().describe('The dog as it is now. null: it was deleted.'),
    suspension: partOrNull('The suspension of its owner, which you may lift. null: none.', {
      until: timeOrNull('Its end. null: permanent.'),
    }),
    earlier: z.array(caseSummarySchema).describe('Other cases about this owner, newest first; at most 50.'),
  })
  .meta({ id: 'AdminReportDetails', description: 'A case with everything needed to decide it.' })
export type AdminReportDetails = z.infer<typeof adminReportDetailsSchema>

export const adminReportsQuerySchema = z.object({
  state: reportState.default('open').describe('The state of the cases to list.'),
  claimed: z
    .enum(CLAIM_FILTERS)
    .default('anybody')
    .describe('Only cases that you, nobody or other admins have claimed now.'),
  limit: limitOf(REPORTS_PAGE_MAX, REPORTS_PAGE_DEFAULT),
  cursor,
})
export type AdminReportsQuery = z.infer<typeof adminReportsQuerySchema>

export const adminReportsPageSchema = countedPageOf(adminReportSchema)

export const newDecisionSchema = z
  .object({
    action: word('ReportAction', 'What an admin can decide about a report or an appeal.', [
      ...REPORT_ACTIONS,
      ...APPEAL_ACTIONS,
    ]).describe('`uphold` and `reverse` are for appeals, the others for reports.'),
    statement: trimmedLines(1, STATEMENT_MAX, { min: 'Please say why' }).describe(
      'Why. The owner reads it, unless the reports are dismissed.',
    ),
    version: whole(1, 'The version of the case that you read.'),
    photoIds: z
      .array(id)
      .max(20 * PHOTOS_PER_DOG)
      .describe('The photos to remove. Required for `remove-photos`.')
      .optional(),
    until: moment.nullable().describe('The end of a suspension. null or absent: permanent.').optional(),
  })
  .refine(decision => decision.action !== 'remove-photos' || (decision.photoIds?.length ?? 0) > 0, {
    path: ['photoIds'],
    message: 'Choose the photos that go',
  })
  .meta({ id: 'NewDecision', description: 'The decision of a case.' })

export const noticeSchema = shape('Notice', 'A decision of the moderators about you.', {
  id: id.describe('The id of the decision.'),
  action: word('NoticeAction', 'What was decided about you.', NOTICE_ACTIONS).describe('What was decided.'),
  statement: text('Why.'),
  dogId: id
    .nullable()
    .describe(
      'The dog that it is about. It may have been deleted. null: you had no dog, so it is about your account alone.',
    ),
  dogName: text('The name of the dog at the time.'),
  createdAt: time('When it was decided.'),
  until: timeOrNull('The end of a suspension. null: permanent, or no suspension.'),
  appealBy: time('Until when you can appeal.'),
  appeal: partOrNull('Your appeal. null: you made none.', {
    text: text('What you wrote.'),
    state: z.enum(['open', 'upheld', 'reversed']).describe('The state of the appeal.'),
    statement: textOrNull('The answer. null: it is open.'),
  }),
})
export type Notice = z.infer<typeof noticeSchema>

export const newAppealSchema = shape('NewAppeal', 'An appeal against a decision.', {
  noticeId: id.describe('The notice of the decision.'),
  text: trimmedLines(1, APPEAL_TEXT_MAX, { min: 'Please say why the decision is wrong' }).describe(
    'Why the decision is wrong.',
  ),
})

export const newTemplateSchema = shape('NewStatementTemplate', 'A template for statements.', {
  action: moderationAction.describe('The decision that it is for.'),
  title: trimmedText(1, TEMPLATE_TITLE_MAX, { min: 'Please name the template' }).describe('Its name in the list.'),
  text: trimmedLines(1, STATEMENT_MAX, { min: 'Please write the statement' }).describe('The statement.'),
})

export const templateSchema = shape('StatementTemplate', 'A template for statements of admins.', {
  id: id.describe('The id of the template.'),
  action: moderationAction.describe('The decision that it is for.'),
  title: text('Its name in the list.'),
  text: text('The statement.'),
})
export type StatementTemplate = z.infer<typeof templateSchema>
