import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconMessageCircle, IconPaw } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './bark-button.module.css'
import { useBark, useBarkedMatch } from './data.ts'

interface BarkButtonProps {
  dog: Pick<Dog, 'id' | 'name'>
  /** For cards: a shorter text, with the dog's name for screen readers. */
  compact?: boolean
}

/** Barks at a dog. For dogs that were barked at, it links to the chat. */
export function BarkButton({ dog, compact = false }: BarkButtonProps) {
  const bark = useBark(dog)
  const send = useOneAtATime(bark.mutate)
  const match = useBarkedMatch(dog.id)
  const matchId = match?.id ?? bark.data?.matchId
  const chat = useRef<HTMLAnchorElement>(null)
  const barkedHere = bark.isSuccess

  // The link replaces the focused button, so it gets the focus.
  useEffect(() => {
    if (barkedHere && document.activeElement === document.body) chat.current?.focus({ preventScroll: true })
  }, [barkedHere])

  const look = { className: classes.button, size: compact ? 'md' : 'lg', 'data-compact': compact || undefined } as const
  if (matchId)
    return (
      <ButtonLink
        {...look}
        ref={chat}
        to={`/bark-chat/${matchId}`}
        variant="light"
        leftSection={
          <span className={classes.paw} data-wag={barkedHere || undefined}>
            <IconMessageCircle size={compact ? 20 : 24} aria-hidden="true" />
          </span>
        }
      >
        <span>Barked · Open chat</span>
        {compact ? (
          <span className="visually-hidden">
            {' '}
            with <bdi>{dog.name}</bdi>
          </span>
        ) : null}
      </ButtonLink>
    )
  return (
    // Not `disabled` while sending, because it would lose the focus.
    <Button
      {...look}
      leftSection={
        <span className={classes.paw}>
          <IconPaw size={compact ? 20 : 24} aria-hidden="true" />
        </span>
      }
      aria-disabled={bark.isPending}
      onClick={() => send({ toDogId: dog.id })}
    >
      <span>{bark.isPending ? 'Barking...' : compact ? 'Bark' : 'Bark (Send Woof!)'}</span>
      {compact ? (
        <span className="visually-hidden">
          {' '}
          at <bdi>{dog.name}</bdi>
        </span>
      ) : null}
    </Button>
  )
}
