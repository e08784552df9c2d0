import type { Place } from '@barkyard/domain/place'
import tzLookup from '@photostructure/tz-lookup'

/** The IANA name of the time zone of a place. At sea: that of its longitude, like Etc/GMT+9. */
export const zoneAt = ({ lat, lng }: Place): string => tzLookup(lat, lng)
