import { IconCalendarExclamation } from '@tabler/icons-react'
import { useActingDog } from '../../auth.ts'
import { trpc } from '../../trpc.ts'
import { useMatches, withDogs } from './data.ts'
import { shortly } from './words.ts'

/** Points out that the dog has another playdate at that hour, which is allowed. */
export function OverlapNote({ whenTs, exceptId }: { whenTs: string | null; exceptId?: string | undefined }) {
  const dog = useActingDog()
  // Only a hint, so answering does not wait for it.
  const overlapping = trpc.playdates.overlapping.useQuery(
    { whenTs: whenTs ?? '', ...(exceptId !== undefined && { exceptId }) },
    { enabled: whenTs !== null, throwOnError: false },
  )
  const others = withDogs(overlapping.data ?? [], useMatches())
  if (others.length === 0 || !dog) return null
  return (
    <div role="status" className="sunken icon-line text-small breakable">
      <IconCalendarExclamation size={20} color="var(--collar-text)" aria-hidden="true" />
      <p>
        <bdi>{dog.name}</bdi> has another playdate then:{' '}
        {others.map(({ playdate, otherDog }) => shortly(playdate, dog.name, otherDog.name)).join('; ')}
      </p>
    </div>
  )
}
