import { isolate } from '@barkyard/domain/isolate'
import type { Match } from '@barkyard/domain/schemas/match'
import { IconPaw } from '@tabler/icons-react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { useBark } from './data.ts'
import { newlyMutual } from './moments.ts'

export function BarkBack({ match, about }: { match: Match; about?: string }) {
  const dog = match.otherDog
  const user = useUser()
  const bark = useBark(dog)
  const words = bark.isPending ? 'Barking...' : 'Bark back'
  return (
    <Button
      aria-label={about === undefined ? `${words} at ${isolate(dog.name)}` : undefined}
      aria-describedby={about}
      aria-disabled={bark.isPending}
      Icon={IconPaw}
      onClick={() => {
        // What tells of the match is loaded late, and has to know that it was one-sided until now.
        if (user && !user.isImpersonating) newlyMutual(`${user.id}:${match.ownDogId}`, [match], () => false, false)
        bark.mutate({ toDogId: dog.id })
      }}
    >
      {words}
    </Button>
  )
}
