import type { SniffFilter } from '@barkyard/domain/sniff'
import { BADGES } from '@barkyard/domain/verification'
import { distanceText, type Units } from '../../lib/distance.ts'
import { ageRangeText } from '../../lib/sniff-words.ts'
import { capital } from '../../lib/words.ts'

/** What a search looks for: "Small or medium, playful, 0–8 years, within 25 km". */
export function filterText(
  { distance, ageRange, sizes, sex, temperaments, verified }: SniffFilter,
  units: Units,
): string {
  const words = [
    sizes.join(' or '),
    sex ?? '',
    temperaments.join(' or '),
    ageRangeText(ageRange).toLowerCase(),
    ...verified.map(kind => BADGES[kind].toLowerCase()),
    `within ${distanceText(distance, units)}`,
  ]
  return capital(words.filter(Boolean).join(', '))
}
