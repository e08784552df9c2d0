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
import { messageSchema } from './message.ts'
import { countedPageOf, cursor } from './paging.ts'
import { id, moment, trimmedLines, trimmedText } from './text.ts'

const reportKind = z
  .enum(REPORT_KINDS)
  .meta({ id: 'ReportKind', description: 'The kind of a report.' })
  .describe('Why the dog is reported.')
const reportState = z.enum(['open', 'decided']).meta({ id: 'ReportState', description: 'The state of a report.' })
const moderationAction = z
  .enum(MODERATION_ACTIONS)
  .meta({ id: 'ModerationAction', description: 'An admin’s decision about a report or an appeal.' })
const time = (what: string) => z.iso.datetime().describe(what)

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

export const reportedSchema = z
  .object({ id: id.describe('The id of your report, which stays the same for this dog until it is decided.') })
  .meta({ id: 'Reported', description: 'The report that was stored.' })

export const reportSchema = z
  .object({
    id: id.describe('The id of the report.'),
    kind: reportKind,
    state: reportState.describe('Whether an admin has decided.'),
    outcome: z.enum(['acted', 'not acted']).nullable().describe('Whether action was taken. null: not decided yet.'),
    createdAt: time('When you reported.'),
  })
  .meta({ id: 'Report', description: 'A report of yours.' })
export type Report = z.infer<typeof reportSchema>

export const caseKindSchema = z.enum(CASE_KINDS).meta({ id: 'CaseKind', description: 'The kind of a case.' })
const caseKind = caseKindSchema.describe('The most urgent kind among its reports; `appeal` for an appeal.')
const caseState = reportState.describe('Whether it is open or decided.')
const action = moderationAction.describe('What was decided.')
const person = {
  id: id.describe('The id of the user.'),
  firstName: z.string().describe('Their first name.'),
  lastName: z.string().describe('Their last name; may be empty.'),
}

const caseFields = {
  id: id.describe('The id of the case.'),
  kind: caseKind,
  notes: z
    .array(z.object({ text: z.string().describe('What was written.'), at: time('When it was written.') }))
    .describe('The reporters’ notes, oldest first, or the text of an appeal.'),
  state: caseState,
  version: z.number().int().min(1).describe('Grows with each report. A decision must name the version that was read.'),
  createdAt: time('When the dog was first reported, or the appeal was made.'),
  about: z
    .enum(REPORT_SUBJECTS)
    .describe(
      '`lost`: also the search for the dog. `sighting`: a sighting of it, and who sent it, not the dog’s owner.',
    ),
  dog: z
    .object({
      id: id.describe('The id of the dog, or of the sighting.'),
      name: z.string().describe('The name of the dog when it was reported.'),
    })
    .describe('The dog. It may have been deleted.'),
  owner: z
    .object({ ...person, email: z.string().nullable().describe('Their address. null: it is unknown.') })
    .nullable()
    .describe(
      'The owner of the dog when it was first reported, or who sent the sighting. null: nobody, somebody without an account, or the account was deleted.',
    ),
  reporters: z.number().int().min(0).describe('The number of reporters.'),
  claim: z
    .object({
      by: z.string().describe('The name of the admin.'),
      until: time('When the claim ends.'),
      mine: z.boolean().describe('Whether it is you.'),
    })
    .nullable()
    .describe('The admin who works on the case. null: none.'),
}

export const adminReportSchema = z
  .object(caseFields)
  .meta({ id: 'AdminReport', description: 'A case of the moderation queue: the reports about one dog, or an appeal.' })
export type AdminReport = z.infer<typeof adminReportSchema>

const decisionSchema = z.object({
  action,
  statement: z.string().describe('The statement to the owner.'),
  by: z.string().describe('The name of the admin.'),
  at: time('When it was decided.'),
  until: z.iso.datetime().nullable().describe('The end of a suspension. null: permanent, or no suspension.'),
})
export type Decision = z.infer<typeof decisionSchema>

const caseNoteSchema = z.object({
  id: id.describe('The id of the note.'),
  text: z.string().describe('What was noted.'),
  by: z.string().describe('The name of the admin.'),
  at: time('When it was noted.'),
})
export type CaseNote = z.infer<typeof caseNoteSchema>

export const newCaseNoteSchema = z
  .object({
    text: trimmedLines(1, CASE_NOTE_MAX, { min: 'Please write something' }).describe('For other admins alone.'),
  })
  .meta({ id: 'NewCaseNote', description: 'A note about a case.' })

const keptPhotoSchema = z.object({
  id: id.describe('The id of the photo.'),
  url: z.string().describe('The address of the stored copy, for admins.'),
  reported: z.boolean().describe('Whether a report names this photo.'),
  removed: z.boolean().describe('Whether the dog no longer shows it.'),
})

const keptTitleSchema = z.object({
  id: id.describe('The id of the playdate or walk. It may be gone.'),
  kind: z.enum(TITLE_KINDS).describe('What it names.'),
  title: z.string().describe('The title, as it was or as somebody wanted to change it.'),
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
  where: z.string().nullable().describe('Where, in words. null: a point.'),
  state: z.string().nullable().describe('What the sighting says. null: it is the search itself.'),
  note: z.string().nullable().describe('The words. null: none.'),
  wearing: z.string().nullable().describe('What the dog wears, by its owner. null: not said, or a sighting.'),
  phone: z.string().nullable().describe('The phone number. null: none.'),
  photo: z.string().nullable().describe('The address of the stored copy, for admins. null: none.'),
})
export type KeptLost = z.infer<typeof keptLostSchema>

const duplicatePhotoSchema = z.object({
  photoId: id.describe('The photo of the reported dog.'),
  other: z
    .object({
      photoId: id.describe('The id of the photo.'),
      dogId: id.describe('The dog that showed it first.'),
      dogName: z.string().describe('The name of that dog. Empty: unknown.'),
      url: z.string().nullable().describe('The address of the stored copy, for admins. null: no longer stored.'),
      removed: z.boolean().describe('Whether a decision removed it. Otherwise it is a photo of another owner’s dog.'),
    })
    .describe('The photo that it equals.'),
})

export const caseSummarySchema = z.object({
  id: id.describe('The id of the case.'),
  kind: caseKind,
  state: caseState,
  createdAt: time('When it began.'),
  dogName: z.string().describe('The name of the dog.'),
  action: action.nullable().describe('What was decided. null: it is open.'),
})
export type CaseSummary = z.infer<typeof caseSummarySchema>

export const adminReportDetailsSchema = z
  .object({
    ...caseFields,
    evidence: z
      .object({
        dog: dogSchema.nullable().describe('The dog when it was last reported. null: no longer stored.'),
        earlierDogs: z.array(dogSchema).describe('The dog at earlier reports if it differed, newest first.'),
        photos: z.array(keptPhotoSchema).describe('Copies of its photos.'),
        twins: z.array(duplicatePhotoSchema).describe('Its photos that equal others.'),
        messages: z.array(messageSchema).describe('The chats of the reporters with this dog, oldest first.'),
        titles: z
          .array(keptTitleSchema)
          .describe('The titles of their playdates with this dog, and of its walks, by time.'),
        lost: z.array(keptLostSchema).describe('The search or sighting, as it read at each report, newest first.'),
      })
      .describe('The stored evidence. An appeal has the evidence of the decision that it is about.'),
    reportedBy: z.array(z.object(person)).describe('The reporters, in the order of their reports.'),
    decisions: z
      .array(decisionSchema)
      .describe('The decisions on this case. For an appeal, they include the first decision.'),
    adminNotes: z
      .array(caseNoteSchema)
      .describe('What admins noted for each other, oldest first. For an appeal, also about the first decision.'),
    currentDog: dogSchema.nullable().describe('The dog as it is now. null: it was deleted.'),
    suspension: z
      .object({ until: z.iso.datetime().nullable().describe('Its end. null: permanent.') })
      .nullable()
      .describe('The suspension of its owner, which you may lift. null: none.'),
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
  limit: z
    .number()
    .int()
    .min(1)
    .max(REPORTS_PAGE_MAX)
    .default(REPORTS_PAGE_DEFAULT)
    .describe('The maximum number of items.'),
  cursor,
})
export type AdminReportsQuery = z.infer<typeof adminReportsQuerySchema>

export const adminReportsPageSchema = countedPageOf(adminReportSchema)

export const newDecisionSchema = z
  .object({
    action: z
      .enum([...REPORT_ACTIONS, ...APPEAL_ACTIONS])
      .meta({ id: 'ReportAction', description: 'What an admin can decide about a report or an appeal.' })
      .describe('`uphold` and `reverse` are for appeals, the others for reports.'),
    statement: trimmedLines(1, STATEMENT_MAX, { min: 'Please say why' }).describe(
      'Why. The owner reads it, unless the reports are dismissed.',
    ),
    version: z.number().int().min(1).describe('The version of the case that you read.'),
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

export const noticeSchema = z
  .object({
    id: id.describe('The id of the decision.'),
    action: z
      .enum(NOTICE_ACTIONS)
      .meta({ id: 'NoticeAction', description: 'What was decided about you.' })
      .describe('What was decided.'),
    statement: z.string().describe('Why.'),
    dogId: id
      .nullable()
      .describe(
        'The dog that it is about. It may have been deleted. null: you had no dog, so it is about your account alone.',
      ),
    dogName: z.string().describe('The name of the dog at the time.'),
    createdAt: time('When it was decided.'),
    until: z.iso.datetime().nullable().describe('The end of a suspension. null: permanent, or no suspension.'),
    appealBy: time('Until when you can appeal.'),
    appeal: z
      .object({
        text: z.string().describe('What you wrote.'),
        state: z.enum(['open', 'upheld', 'reversed']).describe('The state of the appeal.'),
        statement: z.string().nullable().describe('The answer. null: it is open.'),
      })
      .nullable()
      .describe('Your appeal. null: you made none.'),
  })
  .meta({ id: 'Notice', description: 'A decision of the moderators about you.' })
export type Notice = z.infer<typeof noticeSchema>

export const newAppealSchema = z
  .object({
    noticeId: id.describe('The notice of the decision.'),
    text: trimmedLines(1, APPEAL_TEXT_MAX, { min: 'Please say why the decision is wrong' }).describe(
      'Why the decision is wrong.',
    ),
  })
  .meta({ id: 'NewAppeal', description: 'An appeal against a decision.' })

export const newTemplateSchema = z
  .object({
    action: moderationAction.describe('The decision that it is for.'),
    title: trimmedText(1, TEMPLATE_TITLE_MAX, { min: 'Please name the template' }).describe('Its name in the list.'),
    text: trimmedLines(1, STATEMENT_MAX, { min: 'Please write the statement' }).describe('The statement.'),
  })
  .meta({ id: 'NewStatementTemplate', description: 'A template for statements.' })

export const templateSchema = z
  .object({
    id: id.describe('The id of the template.'),
    action: moderationAction.describe('The decision that it is for.'),
    title: z.string().describe('Its name in the list.'),
    text: z.string().describe('The statement.'),
  })
  .meta({ id: 'StatementTemplate', description: 'A template for statements of admins.' })
export type StatementTemplate = z.infer<typeof templateSchema>
