import type { Walk } from '@barkyard/domain/schemas/walk'
import { aDog } from './rows.ts'

const HOUR = 3_600_000

export const hetty = aDog({ name: 'Hetty' })

/** A walk that Hetty hosts in Omaha in two days. */
export const aWalk = (fields: Partial<Walk> = {}): Walk => ({
  id: 'w1',
  hostDog: hetty,
  whenTs: new Date(Date.now() + 48 * HOUR).toISOString(),
  parkId: 'p1',
  parkName: 'Hefflinger Park',
  timeZone: 'America/Chicago',
  lat: '41.3',
  lng: '-96',
  distance: 4,
  title: 'Slow walk',
  kind: 'play',
  sizes: [],
  maxDogs: 2,
  dogs: [hetty],
  waiting: null,
  seriesId: null,
  repeats: null,
  revision: 1,
  cancelledAt: null,
  signals: [],
  ...fields,
})
