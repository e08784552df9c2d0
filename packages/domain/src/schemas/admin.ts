import { z } from 'zod'
import { ADMIN_PAGE_MAX, DOG_SORTS, USER_SORTS, USERS_DELETED_MAX } from '../admin.ts'
import { AUDIT_ACTION_CODES } from '../audit.ts'
import { STATEMENT_MAX } from '../report.ts'
import { dogSchema } from './dog.ts'
import { countedPageOf, cursor } from './paging.ts'
import { adminParkSchema, parkFactsSchema } from './park.ts'
import { caseKindSchema, caseSummarySchema } from './report.ts'
import { id, moment, trimmedLines, trimmedText } from './text.ts'
import { roleSchema } from './user.ts'

export const adminUserSchema = z
  .object({
    id: id.describe('The id of the user.'),
    firstName: z.string().describe('The first name.'),
    lastName: z.string().describe('The last name. May be empty.'),
    email: z.string().nullable().describe('The address. null: unknown until the next sign-in at the OpenID provider.'),
    role: roleSchema.describe('Their role.'),
    dogCount: z.number().int().min(0).describe('The number of the user’s dogs.'),
    demo: z.literal(true).optional().describe('Present if the demo is tried with this account, which stays.'),
  })
  .meta({ id: 'AdminUser', description: 'A user, as admins see them.' })
export type AdminUser = z.infer<typeof adminUserSchema>

export const adminDogSchema = z
  .object({
    id: id.describe('The id of the dog.'),
    name: z.string().describe('Its name.'),
    breed: z.string().describe('Its breed.'),
    userId: id.nullable().describe('The id of its owner. null: it has no owner.'),
    owner: z
      .object({
        firstName: z.string().describe('The first name.'),
        lastName: z.string().describe('The last name. May be empty.'),
        email: z.string().nullable().describe('The address. null: unknown.'),
      })
      .nullable()
      .describe('Its owner. null: it has no owner.'),
    photos: z
      .array(
        z.object({
          id: id.describe('The id of the photo.'),
          urlThumb: z.string().meta({ format: 'uri-reference', description: 'A small WebP, relative to the server.' }),
        }),
      )
      .describe('Its photos in its owner’s order.'),
  })
  .meta({ id: 'AdminDog', description: 'A dog with its owner, as admins see it.' })
export type AdminDog = z.infer<typeof adminDogSchema>

const listedCases = z.array(caseSummarySchema)

export const adminUserDetailsSchema = adminUserSchema
  .omit({ dogCount: true, demo: true })
  .extend({
    emailVerified: z.boolean().describe('Whether they have proved that the address is theirs.'),
    isAdmin: z.boolean().describe('Whether they are an admin.'),
    isDemo: z.boolean().describe('Whether the account is part of the demo.'),
    joinedAt: z.iso.datetime().describe('When the account was made.'),
    seenAt: z.iso.datetime().nullable().describe('When they were last here, to the minute. null: unknown.'),
    suspended: z.boolean().describe('Whether the account is suspended.'),
    suspendedUntil: z.iso.datetime().nullable().describe('The end of the suspension. null: permanent, or none.'),
    dogs: z
      .array(adminDogSchema.extend({ hidden: z.boolean().describe('Whether a moderator has hidden it.') }))
      .describe('Their dogs.'),
    sessions: z
      .array(
        z.object({
          createdAt: z.iso.datetime().describe('When they signed in.'),
          lastUsedAt: z.iso.datetime().describe('When it was last used.'),
          device: z.string().nullable().describe('The browser and system. null: unknown.'),
        }),
      )
      .describe('Where they are signed in, the last used first.'),
    reportsAbout: listedCases.describe('Cases about them, newest first; at most 50.'),
    reportsMade: listedCases.describe('Cases that they have reported, newest first; at most 50.'),
  })
  .meta({ id: 'AdminUserDetails', description: 'Everything that admins see of a user.' })
export type AdminUserDetails = z.infer<typeof adminUserDetailsSchema>

const statement = trimmedLines(1, STATEMENT_MAX, { min: 'Please say why' }).describe('Why. The owner reads it.')

export const newRoleSchema = z
  .object({ role: roleSchema.describe('The new role.') })
  .meta({ id: 'NewRole', description: 'A new role of a user.' })

export const newHidingSchema = z.object({ statement }).meta({ id: 'NewHiding', description: 'Why a dog is hidden.' })

export const newSuspensionSchema = z
  .object({
    statement,
    until: moment.nullable().describe('The end. null or absent: permanent.').optional(),
  })
  .meta({ id: 'NewSuspension', description: 'Why an account is suspended, and until when.' })

const count = (what: string) => z.number().int().min(0).describe(what)

export const dayNumbersSchema = z
  .object({
    day: z.iso.date().describe('The day in San Francisco.'),
    signUps: count('New accounts.'),
    barks: count('Barks.'),
    messages: count('Messages besides barks.'),
    playdates: count('Playdates that were proposed.'),
    reports: count('Reports that were made.'),
  })
  .meta({ id: 'DayNumbers', description: 'What happened on a day, without what was deleted since.' })
export type DayNumbers = z.infer<typeof dayNumbersSchema>

const listQuery = {
  search: trimmedText(0, 100)
    .describe('Words that must all occur in names, breeds, addresses or actions. Absent or empty: everything.')
    .optional(),
  /** Default: the most that one answer can contain. */
  limit: z.number().int().min(1).max(ADMIN_PAGE_MAX).default(ADMIN_PAGE_MAX).describe('The maximum number of items.'),
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
export type UserSelection = z.infer<typeof userSelectionSchema>

export const deleteUsersSchema = z
  .object({
    userIds: z
      .array(id)
      .min(1, 'Choose at least one user')
      .max(USERS_DELETED_MAX)
      .describe('The ids of the users to delete. If one is unknown, nobody is deleted.'),
  })
  .meta({ id: 'DeleteUsers', description: 'Users to delete.' })

const action = z
  .enum(AUDIT_ACTION_CODES)
  .meta({ id: 'AuditAction', description: 'An action of an admin. New values may be added.' })

const parks = z.number().int().min(0).describe('A number of parks.')

/** Of a dog or a park. */
const editedValues = dogSchema.partial().extend(
  adminParkSchema
    .pick({ address: true, lat: true, lng: true, state: true, reason: true })
    .extend({ facts: parkFactsSchema.partial().describe('What is known about a park.') })
    .partial().shape,
)

/** An action of an admin: who, what, to whom, when. */
export const auditEntrySchema = z
  .object({
    id: id.describe('The id of the entry.'),
    at: z.iso.datetime().describe('When it was done. ISO 8601 in UTC.'),
    adminEmail: z
      .string()
      .nullable()
      .describe(
        'The address of the admin. null: the account was deleted, its address is unknown, or it was the command line.',
      ),
    action: action.describe('What was done.'),
    dogId: z.string().nullable().describe('The dog concerned. null: none. It may have been deleted.'),
    userId: z.string().nullable().describe('The user concerned. null: none. They may have been deleted.'),
    detail: z
      .object({
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
        parks: z
          .object({ added: parks, changed: parks, reopened: parks, closed: parks })
          .optional()
          .describe('The numbers of imported parks.'),
      })
      .describe('Details, with names as they were then. Names of a user are deleted with the user.'),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit log.' })
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const adminUsersPageSchema = countedPageOf(adminUserSchema)
export const adminDogsPageSchema = countedPageOf(adminDogSchema)
export const auditPageSchema = countedPageOf(auditEntrySchema)
