import { z } from 'zod'
import { ADMIN_PAGE_MAX, DOG_SORTS, USER_SORTS, USERS_DELETED_MAX } from '../admin.ts'
import { DEED_CODES } from '../audit.ts'
import { id, trimmedText } from './text.ts'

export const adminUserSchema = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    /** null: unknown until the next sign-in at the OpenID provider. */
    email: z.string().nullable(),
    dogCount: z.number().int().min(0),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof adminUserSchema>

export const adminDogSchema = z
  .object({
    id,
    name: z.string(),
    breed: z.string(),
    userId: id.nullable(),
    owner: z.object({ firstName: z.string(), lastName: z.string(), email: z.string().nullable() }).nullable(),
    photos: z.array(z.object({ id, urlThumb: z.string() })),
  })
  .meta({ id: 'AdminDog' })
export type AdminDog = z.infer<typeof adminDogSchema>

const listQuery = {
  search: trimmedText(0, 100).optional(),
  /** Absent: as many as one answer holds. */
  limit: z.number().int().min(1).max(ADMIN_PAGE_MAX).default(ADMIN_PAGE_MAX),
  cursor: id.optional(),
}
export const adminUsersQuerySchema = z.object({ ...listQuery, sort: z.enum(USER_SORTS).default('name') })
export const adminDogsQuerySchema = z.object({ ...listQuery, sort: z.enum(DOG_SORTS).default('name') })
export const auditQuerySchema = z.object(listQuery)
export type AdminUsersQuery = z.infer<typeof adminUsersQuerySchema>
export type AdminDogsQuery = z.infer<typeof adminDogsQuerySchema>
export type AuditQuery = z.infer<typeof auditQuerySchema>

/** What "Select All" takes: who they are and how many dogs they have. */
export const userSelectionSchema = z.array(z.object({ id, dogCount: z.number().int().min(0) }))
export type UserSelection = z.infer<typeof userSelectionSchema>

export const deleteUsersSchema = z
  .object({ userIds: z.array(id).min(1, 'Choose at least one user').max(USERS_DELETED_MAX) })
  .meta({ id: 'DeleteUsers' })

/** What an admin did: who, what, on whom, when. */
export const auditEntrySchema = z
  .object({
    id,
    at: z.iso.datetime(),
    /** null: the account is gone, or its address is unknown. */
    adminEmail: z.string().nullable(),
    action: z.enum(DEED_CODES),
    dogId: z.string().nullable(),
    userId: z.string().nullable(),
    /** The names of what the ids name, as they were then; those of a user go with the user. */
    detail: z.object({
      /** The dog's. */
      name: z.string().optional(),
      /** The e-mail of the dog's owner. */
      owner: z.string().optional(),
      /** Of an edited dog. */
      fields: z.array(z.string()).optional(),
      /** E-mails of a transferred dog's owners before and after, absent for nobody. */
      from: z.string().optional(),
      to: z.string().optional(),
      fromId: z.string().optional(),
      /** How many users and dogs were deleted, and the first of the users. */
      users: z.number().int().optional(),
      dogs: z.number().int().optional(),
      userIds: z.array(z.string()).optional(),
    }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int().min(0) })
export const adminUsersPageSchema = pageOf(adminUserSchema)
export const adminDogsPageSchema = pageOf(adminDogSchema)
export const auditPageSchema = pageOf(auditEntrySchema)
