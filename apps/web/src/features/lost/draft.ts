import { APPROACH_CODES, isRecent } from '@barkyard/domain/lost'
import { newLostSchema, type OwnLost } from '@barkyard/domain/schemas/lost'
import { z } from 'zod'
import { readStored, store } from '../../lib/stored.ts'

const text = z
  .string()
  .nullish()
  .transform(said => said ?? '')
const draftSchema = z.object({
  lastSeenAt: z.string(),
  place: z.object({ lat: z.number(), lng: z.number() }).nullable().default(null),
  // The safe one, until the owner says otherwise.
  approach: z.enum(APPROACH_CODES).default('do-not-chase'),
  wearing: text,
  note: text,
  phone: text,
  showPhone: z.boolean().default(false),
  mark: text,
  /** Set once it is to be sent: the key that makes sending it again one case. */
  key: z.string().nullable().default(null),
})
/** What an owner has said so far about a dog that is lost. Empty texts: not said. */
export type LostDraft = z.infer<typeof draftSchema>

export const emptyDraft = (now: Date): LostDraft => draftSchema.parse({ lastSeenAt: now.toISOString() })

/** What an owner has said about a search that goes on. */
export const draftOf = (lost: OwnLost): LostDraft => draftSchema.parse({ ...lost, place: lost })

/** What is sent. The same draft makes the same text, so that it can be sent again with its key. */
export const bodyOf = ({ place, key: _, ...draft }: LostDraft): string =>
  JSON.stringify({ ...draft, showPhone: draft.showPhone && draft.phone.trim() !== '', ...place })

export function problemsOf(draft: LostDraft): Partial<Record<keyof LostDraft, string>> {
  const { error } = newLostSchema.safeParse({ ...draft, lat: 0, lng: 0 })
  return Object.fromEntries(error?.issues.map(({ path: [field], message }) => [field, message]) ?? [])
}

const keyOf = (userId: string, dogId: string) => `lost-draft ${userId} ${dogId}`

/** The draft on this device, or null. What is too old to be sent is none. */
export function readDraft(userId: string, dogId: string, now: Date): LostDraft | null {
  const { data: draft } = draftSchema.safeParse(readStored(keyOf(userId, dogId)))
  return draft && isRecent(new Date(draft.lastSeenAt), now) ? draft : null
}

/** @param draft null: it was sent, or is not wanted any more */
export const keepDraft = (userId: string, dogId: string, draft: LostDraft | null) => store(keyOf(userId, dogId), draft)
