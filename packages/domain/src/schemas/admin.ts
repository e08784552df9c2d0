import { z } from 'zod'
import { ADMIN_PAGE_MAX, DOG_SORTS, USER_SORTS, USERS_DELETED_MAX } from '../admin.ts'
import { AUDIT_ACTION_CODES } from '../audit.ts'
import { STATEMENT_MAX } from '../report.ts'
import { sessionSchema } from './account.ts'
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
import { countedPageOf, cursor, limitOf } from './paging.ts'
import { adminParkSchema, parkFactsSchema } from './park.ts'
import { photoSchema } from './photo.ts'
import { caseKindSchema, caseSummarySchema } from './report.ts'
import { roleSchema } from './user.ts'

const adminUserSchema = shape('AdminUser', 'A user, as admins see them.', {
  ...person,
  email: textOrNull('The address. null: unknown until the next sign-in at the OpenID provider.'),
  role: roleSchema.describe('Their role.'),
  dogCount: whole(0, 'The number of the user’s dogs.'),
  demo: z.literal(true).optional().describe('Present if the demo is tried with this account, which stays.'),
})
export type AdminUser = z.infer<typeof adminUserSchema>

export const adminDogSchema = shape('AdminDog', 'A dog with its owner, as admins see it.', {
  id: id.describe('The id of the dog.'),
  name: text('Its name.'),
  breed: text('Its breed.'),
  userId: id.nullable().describe('The id of its owner. null: it has no owner.'),
  owner: partOrNull('Its owner. null: it has no owner.', {
    firstName: text('The first name.'),
    lastName: text('The last name. May be empty.'),
    email: textOrNull('The address. null: unknown.'),
  }),
  photos: z.array(photoSchema.pick({ id: true, urlThumb: true })).describe('Its photos in its owner’s order.'),
})
export type AdminDog = z.infer<typeof adminDogSchema>

const listedCases = z.array(caseSummarySchema)

export const adminUserDetailsSchema = adminUserSchema
  .omit({ dogCount: true, demo: true })
  .extend({
    emailVerified: flag('Whether they have proved that the address is theirs.'),
    isAdmin: flag('Whether they are an admin.'),
    isDemo: flag('Whether the account is part of the demo.'),
    joinedAt: time('When the account was made.'),
    seenAt: timeOrNull('When they were last here, to the minute. null: unknown.'),
    suspended: flag('Whether the account is suspended.'),
    suspendedUntil: timeOrNull('The end of the suspension. null: permanent, or none.'),
    dogs: z
      .array(adminDogSchema.extend({ hidden: flag('Whether a moderator has hidden it.') }))
      .describe('Their dogs.'),
    sessions: z
      .array(sessionSchema.pick({ createdAt: true, lastUsedAt: true, device: true }))
      .describe('Where they are signed in, the last used first.'),
    reportsAbout: listedCases.describe('Cases about them, newest first; at most 50.'),
    reportsMade: listedCases.describe('Cases that they have reported, newest first; at most 50.'),
  })
  .meta({ id: 'AdminUserDetails', description: 'Everything that admins see of a user.' })
export type AdminUserDetails = z.infer<typeof adminUserDetailsSchema>

const statement = trimmedLines(1, STATEMENT_MAX, { min: 'Please say why' }).describe('Why. The owner reads it.')

export const newRoleSchema = shape('NewRole', 'A new role of a user.', { role: roleSchema.describe('The new role.') })

export const newHidingSchema = shape('NewHiding', 'Why a dog is hidden.', { statement })

export const newSuspensionSchema = shape('NewSuspension', 'Why an account is suspended, and until when.', {
  statement,
  until: moment.nullable().describe('The end. null or absent: permanent.').optional(),
})

const count = (what: string) => whole(0, what)

export const dayNumbersSchema = shape('DayNumbers', 'What happened on a day, without what was deleted since.', {
  day: z.iso.date().describe('The day in San Francisco.'),
  signUps: count('New accounts.'),
  barks: count('Barks.'),
  messages: count('Messages besides barks.'),
  playdates: count('Playdates that were proposed.'),
  reports: count('Reports that were made.'),
})
export type DayNumbers = z.infer<typeof dayNumbersSchema>

const listQuery = {
  search: trimmedText(0, 100)
    .describe('Words, ten at most, that must all occur in name and address, name and breed, or an entry. Empty: all.')
    .optional(),
  limit: limitOf(ADMIN_PAGE_MAX, ADMIN_PAGE_MAX),
  cursor,
}
export const adminUsersQuerySchema = z.object({
  ...listQuery,
  sort: z.enum(USER_SORTS).default('name').describe('The order.'),
})
export const adminDogsQuerySchema = z.object({
  ...listQuery,
  sort: z.enum(DOG_SORTS).default('name').describe('The order.'),
})
export const auditQuerySchema = z.object(listQuery)
export type AdminUsersQuery = z.infer<typeof adminUsersQuerySchema>
export type AdminDogsQuery = z.infer<typeof adminDogsQuerySchema>
export type AuditQuery = z.infer<typeof auditQuerySchema>

/** The users that "Select All" selects, with the number of their dogs. */
export const userSelectionSchema = z.array(z.object({ id, name: z.string(), dogCount: z.number().int().min(0) }))

export const deleteUsersSchema = shape('DeleteUsers', 'Users to delete.', {
  userIds: z
    .array(id)
    .min(1, 'Choose at least one user')
    .max(USERS_DELETED_MAX)
    .describe('The ids of the users to delete. If one is unknown, nobody is deleted.'),
})

const action = word('AuditAction', 'An action of an admin. New values may be added.', AUDIT_ACTION_CODES)

const parks = whole(0, 'A number of parks.')

/** Of a dog, a park or a user. */
const editedValues = dogSchema
  .partial()
  .extend({ role: roleSchema.describe('Of a user.').optional() })
  .extend(
    adminParkSchema
      .pick({ address: true, lat: true, lng: true, state: true, reason: true })
      .extend({ facts: parkFactsSchema.partial().describe('What is known about a park.') })
      .partial().shape,
  )

const auditEntrySchema = shape('AuditEntry', 'An entry of the audit log.', {
  id: id.describe('The id of the entry.'),
  at: time('When it was done. ISO 8601 in UTC.'),
  adminEmail: textOrNull('The address of the admin. null: the account was deleted, it is unknown, or there is none.'),
  action: action.describe('What was done.'),
  dogId: textOrNull('The dog concerned. null: none. It may have been deleted.'),
  userId: textOrNull('The user concerned. null: none. They may have been deleted.'),
  detail: part('Details, with names as they were then. Names of a user are deleted with the user.', {
    name: z.string().optional().describe('The name of the dog, the park or the set of imported parks.'),
    parkId: z.string().optional().describe('The park.'),
    owner: z.string().optional().describe('The address of the dog’s owner.'),
    fields: z.array(z.string()).optional().describe('The edited fields.'),
    before: editedValues
      .optional()
      .describe('What edited fields were before. Absent: nothing. A dog’s are deleted with its owner.'),
    after: editedValues
      .optional()
      .describe('What they are since. Absent: nothing. A dog’s are deleted with its owner.'),
    from: z.string().optional().describe('The address of the owner before a transfer. Absent: nobody.'),
    to: z.string().optional().describe('The address of the owner after a transfer. Absent: nobody.'),
    fromId: z.string().optional().describe('The id of the owner before a transfer. Absent: nobody.'),
    users: z.number().int().min(0).optional().describe('The number of deleted users.'),
    dogs: z.number().int().min(0).optional().describe('The number of dogs that were deleted with them.'),
    userIds: z.array(z.string()).optional().describe('The ids of the first deleted users.'),
    reportId: z.string().optional().describe('The case of the moderation queue.'),
    kind: caseKindSchema.optional().describe('The kind of the case.'),
    until: z.iso.datetime().optional().describe('The end of a suspension. Absent: permanent, or no suspension.'),
    photos: z.number().int().min(0).optional().describe('The number of removed photos.'),
    role: roleSchema.optional().describe('The new role of a user.'),
    title: z.string().optional().describe('The name of a statement template.'),
    commandLine: z.literal(true).optional().describe('Present if it was done at the command line.'),
    parks: z
      .object({ added: parks, changed: parks, reopened: parks, closed: parks })
      .optional()
      .describe('The numbers of imported parks.'),
  }),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const adminUsersPageSchema = countedPageOf(adminUserSchema)
export const adminDogsPageSchema = countedPageOf(adminDogSchema)
export const auditPageSchema = countedPageOf(auditEntrySchema)
