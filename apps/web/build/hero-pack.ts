import type { PortraitOptions, portraitTraits } from '../../../packages/domain/src/portrait.ts'

/** The dogs of the landing page: their file, who they are, and how they stand. */
export const HERO_PACK: readonly {
  file: string
  traits: Parameters<typeof portraitTraits>[0]
  options: PortraitOptions
}[] = []
