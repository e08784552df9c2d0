import type { DeedAsDog } from '@barkyard/domain/audit'
import type { ErrorReason } from '@barkyard/domain/errors'
import type { OpenApiMeta } from 'trpc-openapi'

/** The groups of calls, in the order of the document. */
export const TAGS = {
  auth: 'Signing in and out.',
  account: 'Your account: name, password, address, sessions, data.',
  dogs: 'Profiles, and the dog you act as.',
  photos: 'Photos of dogs.',
  location: 'Where you live.',
  sniff: 'Dogs nearby.',
  matches: 'Barks and matches.',
  messages: 'Chats.',
  playdates: 'Playdates, and the parks where they happen.',
  safety: 'Blocks, reports, notices and appeals.',
  calendar: 'Playdates in a calendar program.',
  notifications: 'What you are told, how and when.',
  tokens: 'Personal access tokens.',
  admin: 'For admins.',
  operation: 'The server itself.',
} as const

/** What a procedure says of itself as a REST call. */
interface RestCall extends NonNullable<OpenApiMeta['openapi']> {
  /** One of `TAGS`. */
  tags: string[]
  /** Verb first, "barkAtDog": generated clients name their functions by it. */
  operationId: string
  /** What it does, in a few words without a full stop. */
  summary: string
  /** Who may call it, and what a caller must know beside the shapes. Limits come from the constants. */
  description: string
  /** Causes of its refusals, beside those that follow from its kind: see `reasonsOf`. */
  errors?: readonly ErrorReason[]
  /** A body that is taken, and its answer where the example of the shape is not true for this call. */
  example?: { body?: unknown; answer?: unknown }
}

/** What the transports know of a procedure. */
export interface Meta extends OpenApiMeta {
  /** Its REST call; without one it is the web's own. */
  openapi?: RestCall
  /** What its builder demands of every caller. */
  demands?: readonly ErrorReason[]
  /** Over REST the answer is the plain list, its cursor and total go into headers. */
  isPage?: boolean
  /** Takes a body of up to 1 MiB, from admins alone. */
  isLarge?: boolean
  /**
   * Takes limit and cursor (the last item's id) and answers a plain list: over REST the next cursor is in a header.
   * So many items come where no limit is sent.
   */
  listLimit?: number
  /**
   * What is noted where an admin does this as somebody else's dog. A mutation without it is refused then: nothing can be
   * done unseen.
   */
  asDog?: DeedAsDog
  /** A suspended account may call it too: what concerns the account itself. */
  whileSuspended?: boolean
}
