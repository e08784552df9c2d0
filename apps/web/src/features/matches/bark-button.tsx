import type { Dog } from '@barkyard/domain/schemas/dog'
import { Button } from '@mantine/core'
import { IconPaw } from '@tabler/icons-react'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './bark-button.module.css'
import { useBark } from './data.ts'

/** Barks at a dog. It wags once when the bark is out. */
export function BarkButton({ dog }: { dog: Pick<Dog, 'id' | 'name'> }) {
  const bark = useBark()
  const send = useOneAtATime(bark.mutate)
  return (
    // Not `disabled` while it sends: that would drop the focus.
    <Button
      className={classes.button ?? ''}
      size="lg"
      leftSection={
        <span key={bark.submittedAt} className={classes.paw} data-wag={bark.isSuccess || undefined}>
          <IconPaw size={24} aria-hidden="true" />
        </span>
      }
      aria-disabled={bark.isPending}
      onClick={() => send({ toDogId: dog.id })}
    >
      {bark.isPending ? 'Barking...' : 'Bark (Send Woof!)'}
    </Button>
  )
}
