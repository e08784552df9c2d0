import { AROUND_KM, AROUND_MAX } from '@barkyard/domain/place'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from 'react-router-dom'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useInviteLink } from '../../lib/share.ts'
import { trpc } from '../../trpc.ts'

/** "no park yet", "1 park", "12 parks", "100+ parks". */
function counted(count: number, one: string): string {
  if (count === 0) return `no ${one} yet`
  return count === 1 ? `1 ${one}` : `${count}${count === AROUND_MAX ? '+' : ''} ${one}s`
}

/** Parks, dogs and walks around, or what to do where there are none. `city` as typed; absent: around the owner. */
export function Around({ city }: { city?: string }) {
  const isNew = city !== undefined
  const [asked] = useDebouncedValue(city?.trim(), 300)
  const around = trpc.location.around.useQuery(asked === undefined ? {} : { city: asked }, {
    enabled: asked !== '',
    throwOnError: false,
  })
  const units = useUnits()
  // Of the city that is there now, not of one before.
  const data = asked === city?.trim() && asked !== '' ? around.data : null
  return (
    // Before a profile is made it has its room from the start: buttons stand below it, and would move under the finger.
    <div
      role="status"
      className={`quiet stack-4 ${isNew ? '' : 'hide-empty'}`}
      style={{ flexBasis: '100%', minHeight: isNew ? '3.5rem' : undefined }}
    >
      {data ? (
        <>
          <p>
            Within {distanceText(AROUND_KM, units)}
            {isNew ? ' of this city' : ''}: {counted(data.parks, 'park')}, {counted(data.dogs, 'dog')} and{' '}
            {counted(data.walks, 'open walk')}.
          </p>
          {isNew ? <Later hasParks={data.parks > 0} hasDogs={data.dogs > 0} /> : null}
          {!isNew && data.parks === 0 ? (
            <Link to="/parks/suggest" style={{ justifySelf: 'center' }}>
              Suggest a park
            </Link>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

function Later({ hasParks, hasDogs }: { hasParks: boolean; hasDogs: boolean }) {
  const friends = useInviteLink() === null ? '' : 'invite friends and '
  const ways = [...(hasDogs ? [] : [`${friends}be told when a dog joins`]), ...(hasParks ? [] : ['suggest a park'])]
  return ways.length > 0 ? <p>Once your dog has a profile, you can {ways.join(', and ')}.</p> : null
}
