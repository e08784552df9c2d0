import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconPaw } from '@tabler/icons-react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useBark } from './data.ts'

interface BarkBackProps {
  dog: Pick<Dog, 'id' | 'name'>
  /** The id of the element that describes the button. */
  about?: string
}

/** Answers a first bark with one. */
export function BarkBack({ dog, about }: BarkBackProps) {
  const bark = useBark(dog)
  const send = useOneAtATime(bark.mutate)
  return (
    <Button
      aria-describedby={about}
      aria-disabled={bark.isPending}
      leftSection={<IconPaw size={20} aria-hidden="true" />}
      onClick={() => send({ toDogId: dog.id })}
    >
      <span>{bark.isPending ? 'Barking...' : 'Bark back'}</span>
      {about === undefined ? (
        <span className="visually-hidden">
          {' '}
          at <bdi>{dog.name}</bdi>
        </span>
      ) : null}
    </Button>
  )
}
