import type { DeedAsDog } from '@barkyard/domain/audit'
import type { ErrorReason } from '@barkyard/domain/errors'
import type { OpenApiMeta } from 'trpc-openapi'

/** The groups of calls, in the document's order. */
export const TAGS = {
  auth: 'Signing in and out.',
  account: 'Your account: name, password, e-mail, sessions, data.',
  dogs: 'Profiles, and your active dog.',
  photos: 'Photos of dogs.',
  location: 'Your location.',
  sniff: 'Dogs nearby.',
  matches: 'Barks and matches.',
  messages: 'Chats.',
  playdates: 'Playdates, and the parks where they happen.',
  safety: 'Blocks, reports, notices and appeals.',
  calendar: 'Playdates in a calendar program.',
  notifications: 'Notifications and their settings.',
  tokens: 'Personal access tokens.',
  admin: 'For admins.',
  operation: 'The server itself.',
} as const

/** The description of a procedure as a REST call. */
interface RestCall extends NonNullable<OpenApiMeta['openapi']> {
  /** One of `TAGS`. */
  tags: string[]
  /** Begins with a verb, "barkAtDog": generated clients use it as the function's name. */
  operationId: string
  /** A few words without a full stop. */
  summary: string
  /** Who may call it, and what callers need to know besides the shapes. Limits come from the constants. */
  description: string
  /** Reasons for its refusals, besides those that follow from its kind: see `reasonsOf`. */
  errors?: readonly ErrorReason[]
  /** A valid body, and an answer if the example of the shape does not fit this call. */
  example?: { body?: unknown; answer?: unknown }
}

/** What the transports know about a procedure. */
export interface Meta extends OpenApiMeta {
  /** Its REST call. Without one, only the web app uses it. */
  openapi?: RestCall
  /** The reasons for which its builder refuses callers. */
  demands?: readonly ErrorReason[]
  /** Over REST the answer is the plain list; cursor and total are in headers. */
  isPage?: boolean
  /** Accepts a body of up to 1 MiB, only from admins. */
  isLarge?: boolean
  /**
   * Set if the call takes limit and cursor (the last item's id) and answers a plain list: over REST the next cursor is in
   * a header. The value is the default limit.
   */
  listLimit?: number
  /**
   * The audit entry if an admin does this as somebody else's dog. A mutation without one is refused then, so that nothing
   * goes unrecorded.
   */
  asDog?: DeedAsDog
  /** Suspended accounts may call it too, because it concerns the account itself. */
  whileSuspended?: boolean
}
