import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconMessageCircle, IconPaw } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import classes from './bark-button.module.css'
import { useBark, useMatchWith } from './data.ts'

const COMPACT = { paddingInline: 12 }
/** "Barked · Open chat", on the narrowest card too. */
const IN_ONE_LINE = { ...COMPACT, fontSize: 'var(--text-small)' }

/** Barks at a dog, and links to the chat with it if there is one: on cards (`compact`) in its own place. */
export function BarkButton({ dog, compact = false }: { dog: Pick<Dog, 'id' | 'name'>; compact?: boolean }) {
  const bark = useBark(dog)
  const match = useMatchWith(dog.id)
  const matchId = match?.id ?? bark.data?.matchId
  const chat = useRef<HTMLAnchorElement>(null)
  const barkedHere = bark.isSuccess

  // On a card the link replaces the focused button, so it gets the focus.
  useEffect(() => {
    if (barkedHere && document.activeElement === document.body) chat.current?.focus({ preventScroll: true })
  }, [barkedHere])

  const look = compact ? { style: COMPACT, fullWidth: true } : ({ size: 'lg' } as const)
  const icon = (Icon: typeof IconPaw) => (
    <span className={`block ${classes.paw}`} data-wag={barkedHere || undefined}>
      <Icon size={compact ? 20 : 24} aria-hidden="true" />
    </span>
  )
  const words = bark.isPending ? 'Barking...' : compact ? 'Bark' : 'Bark (Send Woof!)'
  const button = (
    <Button
      {...look}
      leftSection={icon(IconPaw)}
      aria-label={compact ? `${words} at ${isolate(dog.name)}` : undefined}
      aria-disabled={bark.isPending}
      onClick={() => bark.mutate({ toDogId: dog.id })}
    >
      {words}
    </Button>
  )
  if (!compact)
    return (
      <div className={`line-8 ${classes.pair}`}>
        {button}
        {matchId ? (
          <ButtonLink {...look} to={`/bark-chat/${matchId}`} variant="light">
            Open chat
          </ButtonLink>
        ) : null}
      </div>
    )
  if (!matchId || !(match?.barked || barkedHere)) return button
  return (
    <ButtonLink
      {...look}
      style={IN_ONE_LINE}
      ref={chat}
      to={`/bark-chat/${matchId}`}
      variant="light"
      leftSection={icon(IconMessageCircle)}
      aria-label={`Barked · Open chat with ${isolate(dog.name)}`}
    >
      Barked · Open chat
    </ButtonLink>
  )
}
