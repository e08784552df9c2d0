import type { Audience, Interest } from './hub.ts'

/** Messages to more channels go over `ALL`, once: the text names all recipients, and would be sent to each of them. */
const CHANNELS_MAX = 20

/** The channel to which every process subscribes. */
export const ALL = 'barkyard:all'

export const channelOf = (kind: Interest, id: string): string => `barkyard:${kind}:${id}`

export const channelsOf = ({ userIds, dogIds }: Audience): string[] => [
  ...userIds.map(id => channelOf('user', id)),
  ...dogIds.map(id => channelOf('dog', id)),
]

/** The channels over which a message reaches an audience. */
export function routeTo(audience: Audience): string[] {
  const isWide = audience.userIds.length + audience.dogIds.length > CHANNELS_MAX
  return isWide ? [ALL] : channelsOf(audience)
}
