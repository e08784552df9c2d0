import type { Block } from '@barkyard/domain/schemas/block'
import { useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useOneRowAtATime } from '../../lib/one-at-a-time.ts'
import { useBlocks, useUndoBlock } from './data.ts'
import classes from './safety.module.css'

const WORDS: Record<Block['kind'], string> = {
  owner: 'Owner blocked, with all their dogs',
  pair: 'Match ended',
}

/** The user's blocks and ended matches, which can be undone. */
export function BlockedCard() {
  const heading = useRef<HTMLHeadingElement>(null)
  const blocks = useBlocks()
  // The focused button was removed with its row.
  const undo = useUndoBlock(() => heading.current?.focus())
  const [start, isDisabled] = useOneRowAtATime(undo.mutate)
  return (
    <Card title="Blocked and unmatched" headingRef={heading}>
      {blocks.data?.length === 0 ? <p className={classes.quiet}>You haven't blocked or unmatched anybody.</p> : null}
      {blocks.data ? (
        <ul className={classes.list}>
          {blocks.data.map(block => {
            const isUndoing = undo.isPending && undo.variables.id === block.id
            return (
              <li key={block.id} className={classes.row}>
                <DogAvatar dog={block.dog} size={48} />
                <div className={classes.words}>
                  <p className={classes.name}>
                    {block.dog.name}, {block.dog.breed}
                  </p>
                  <p className={classes.quiet}>{WORDS[block.kind]}</p>
                </div>
                <Button
                  variant="default"
                  aria-label={`Undo: ${block.dog.name}`}
                  aria-disabled={isDisabled}
                  onClick={() => start({ id: block.id })}
                >
                  {isUndoing ? 'Undoing...' : 'Undo'}
                </Button>
              </li>
            )
          })}
        </ul>
      ) : blocks.isError ? (
        <ErrorState title="We couldn't load your blocks" onRetry={() => void blocks.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  )
}
