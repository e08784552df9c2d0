import { ALL_TEMPERAMENTS, SEXES, SIZES } from '@barkyard/domain/dog'
import { z } from 'zod'
import type { Draft } from './onboarding-draft.ts'

/** The part of the wizard that survives a reload. Photos are too large, so only their number is kept. */
const keptSchema = z.object({
  clientId: z.string(),
  draft: z.object({
    name: z.string(),
    breed: z.string(),
    size: z.enum(SIZES).nullable(),
    sex: z.enum(SEXES).nullable(),
    age: z.string(),
    temperament: z.array(z.enum(ALL_TEMPERAMENTS)),
    bio: z.string(),
    city: z.string(),
  }) satisfies z.ZodType<Draft>,
  photos: z.number(),
})
type KeptDraft = z.infer<typeof keptSchema>

/** A draft belongs to one account, because another user may sign in within the same tab. */
const keyOf = (userId: string) => `new-dog ${userId}`

/** The draft of an earlier load of the page in this tab, or null. */
export function readDraft(userId: string): KeptDraft | null {
  try {
    return keptSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'))
  } catch {
    return null
  }
}

export function keepDraft(userId: string, kept: KeptDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden. The page works without it.
  }
}

export function dropDraft(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {
    // Storage is forbidden, so there is no draft.
  }
}
