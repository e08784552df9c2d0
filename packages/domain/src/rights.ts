/** Owners have no rights over others; moderators look after the yard; admins run it. */
export const ROLES = ['owner', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

const MODERATORS: readonly Role[] = ['moderator', 'admin']
const ADMINS: readonly Role[] = ['admin']

/**
 * Every right over what is not one's own, and who has it. What is not named here nobody may do. Each call under
 * /api/admin names its right, and the web shows what its user has a right to.
 */
export const RIGHTS = {
  /** The queue of reports and appeals: to read, note, claim and decide. */
  reports: MODERATORS,
  verifications: MODERATORS,
  parks: MODERATORS,
  'lost-cases': MODERATORS,
  'read-templates': MODERATORS,
  /** To hide dogs, to see hidden ones, and to show them again. */
  hiding: MODERATORS,
  /** To suspend accounts for `MODERATOR_SUSPENDS_DAYS` at most, and to lift suspensions. */
  suspension: MODERATORS,
  'long-suspension': ADMINS,
  /** To decide about moderators and admins. */
  staff: ADMINS,
  roles: ADMINS,
  /** To read e-mail addresses. */
  addresses: ADMINS,
  users: ADMINS,
  /** To read, change and restore what belongs to any dog. */
  dogs: ADMINS,
  deletion: ADMINS,
  transfer: ADMINS,
  impersonation: ADMINS,
  templates: ADMINS,
  audit: ADMINS,
  numbers: ADMINS,
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof RIGHTS

export const hasRight = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role)

/** Who has a right, for people. */
export const rightHolders = (right: Right): string =>
  hasRight('moderator', right) ? 'Moderators and admins' : 'Admins'

/** Who has any right over what is not their own. */
export const isStaff = (role: Role): boolean => role !== 'owner'

/** The longest suspension that moderators decide, in days. */
export const MODERATOR_SUSPENDS_DAYS = 90

/** Whether a suspension needs the right to long ones. `until`: its end; null: it has none. */
export const isLongSuspension = (until: Date | null, now: Date): boolean =>
  until === null || until.getTime() - now.getTime() > MODERATOR_SUSPENDS_DAYS * 24 * 60 * 60 * 1000
