import { IconMapPin } from '@tabler/icons-react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import classes from './place-chip.module.css'

/** The place that searches start from, a city without its region. A tap changes it. Somebody else's place is not shown. */
export function PlaceChip({ onOpen }: { onOpen?: () => void }) {
  const user = useUser()
  if (!user || user.isImpersonating) return null
  const place = user.lat !== null ? 'My location' : (user.city?.split(',')[0] ?? 'No place yet')
  return (
    <Button
      variant="default"
      Icon={IconMapPin}
      className={`text-small ${classes.chip}`}
      data-shrinks
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className="visually-hidden">Change the place: </span>
      <span className={`block clip ${classes.place}`}>{place}</span>
    </Button>
  )
}
