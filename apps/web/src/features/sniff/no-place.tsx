import { Link } from 'react-router-dom'
import { useUser } from '../../auth.ts'

/** Why no distance is shown. An admin who acts as somebody's dog cannot change where that somebody lives. */
export function NoPlace() {
  const impersonating = useUser()?.isImpersonating ?? false
  return (
    <>
      Without a location you see dogs from everywhere.{' '}
      {impersonating ? null : <Link to="/profile">Enable location</Link>}
    </>
  )
}
