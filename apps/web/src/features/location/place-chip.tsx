import { IconChevronDown, IconMapPin } from '@tabler/icons-react'
import { useUser } from '../../auth.ts'
import classes from './place-chip.module.css'

/** The place that searches start from, a city without its region. A tap changes it. Somebody else's place is not shown. */
export function PlaceChip({ onOpen }: { onOpen?: () => void }) {
  const user = useUser()
  if (!user || user.isImpersonating) return null
  const place = user.lat !== null ? 'My location' : (user.city?.split(',')[0] ?? 'No place yet')
  return (
    <button
      type="button"
      className={`center text-small bold target ${classes.chip}`}
      data-shrinks
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconMapPin size={18} aria-hidden="true" />
      <span className="visually-hidden">Change the place: </span>
      <span className={`clip ${classes.place}`}>{place}</span>
      <IconChevronDown className={classes.more} size={16} aria-hidden="true" />
    </button>
  )
}
