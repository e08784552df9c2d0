import type { ActionAsDog } from '@barkyard/domain/audit'
import type { ErrorReason } from '@barkyard/domain/errors'
import type { Right } from '@barkyard/domain/rights'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'

/** The groups of calls, in the document's order. */
export const TAGS = {
  auth: 'Signing in and out.',
  account: 'Your account: name, password, e-mail, sessions, data.',
  passkeys: 'Passkeys, and signing in with one.',
  dogs: 'Profiles, and your active dog.',
  photos: 'Photos of dogs.',
  verification: 'What moderators have checked about dogs.',
  location: 'Your location.',
  sniff: 'Dogs nearby.',
  searches: 'Saved searches.',
  matches: 'Barks and matches.',
  messages: 'Chats.',
  playdates: 'Playdates of two dogs.',
  parks: 'Parks where dogs meet.',
  walks: 'Open walks that anybody can join.',
  lost: 'Lost dogs.',
  safety: 'Blocks, reports, notices and appeals.',
  calendar: 'Playdates in a calendar program.',
  notifications: 'Notifications and their settings.',
  tokens: 'Personal access tokens.',
  webhooks: 'Events that are sent to an address of yours.',
  admin: 'For moderators and admins.',
  operation: 'The server itself.',
} as const

/** The groups of routers that have another name. */
const GROUPS: Record<string, keyof typeof TAGS> = {
  blocks: 'safety',
  invites: 'account',
  notices: 'safety',
  preferences: 'notifications',
  push: 'notifications',
  reports: 'safety',
  skips: 'sniff',
  verifications: 'verification',
}

/** The group of a procedure. @param name "dogs.mine" */
export function tagOf(name: string): string {
  const [feature = ''] = name.split('.')
  return GROUPS[feature] ?? feature
}

/** A method, and a path under /api: "GET /dogs/{id}". */
export type RestAddress = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`

/** The description of a procedure as a REST call. */
interface RestCall {
  rest: RestAddress
  /** Begins with a verb, "barkAtDog": generated clients use it as the function's name. */
  operationId: string
  /** A few words without a full stop. */
  summary: string
  /** Who may call it, and what callers need to know besides the shapes. Limits come from the constants. */
  description: string
  /** Reasons for its refusals, besides those that follow from its kind: see `reasonsOf`. */
  errors?: readonly ErrorReason[]
  /** Messages of its refusals that differ from the standard ones. */
  messages?: Partial<Record<ErrorReason, string>>
  /** What has happened, for a call that returns nothing else. */
  done?: string
}

/** What the transports know about a procedure. */
export type Meta = Access & (RestCall | { [Field in keyof RestCall]?: never })

interface Access {
  /** Why only a page needs it, and what scripts call instead. Set where there is no REST call. */
  pageOnly?: string
  /** The right that its callers need. Every call of `adminProcedure` names one. */
  right?: Right
  /** The reasons for which its builder refuses callers. */
  refusals?: readonly ErrorReason[]
  /** Accepts a body of up to 1 MiB, only from who has its right. */
  isLarge?: boolean
  /** A plain list without cursors whose next page is in the header `Link`. */
  isLinked?: boolean
  /**
   * The audit entry if an admin does this as somebody else's dog. A mutation without one is refused then, so that nothing
   * goes unrecorded. 'noted': the write itself notes what was done, for every admin.
   */
  asDog?: ActionAsDog | 'noted'
  /** Suspended accounts may call it too, because it concerns the account itself. */
  whileSuspended?: boolean
  /** Tokens may call it over REST whatever their scopes: the procedure checks what they may do. */
  anyScope?: boolean
  /** Tokens may call it, but not with every input: the procedure refuses the others. */
  tokensInPart?: boolean
}

/** The procedures of a router, by name: "dogs.mine". */
export const proceduresOf = (router: AnyTRPCRouter): [name: string, procedure: AnyTRPCProcedure, meta: Meta][] =>
  // The type describes nested routers, but the value at run time is flat.
  (Object.entries(router._def.procedures as object) as [string, AnyTRPCProcedure][]).map(([name, procedure]) => [
    name,
    procedure,
    (procedure._def.meta ?? {}) as Meta,
  ])
