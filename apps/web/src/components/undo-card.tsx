import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOneRowAtATime } from '../lib/one-at-a-time.ts'
import { Button } from './button.tsx'
import { DogAvatar } from './dog-photo.tsx'
import { Loaded, type LoadedProps } from './loaded.tsx'
import { Card } from './settings-card.tsx'

interface UndoCardProps {
  title: string
  empty: string
  failed: string
  rows: LoadedProps<{ id: string; dog: Pick<Dog, 'id' | 'name' | 'breed' | 'photos'>; words: string }[]>['query']
  undo: Pick<UseMutationResult<unknown, unknown, { id: string }>, 'mutate' | 'isPending' | 'variables'>
}

/** A card of the settings: what somebody did about other dogs, each with a button to undo it. */
export function UndoCard({ title, empty, failed, rows, undo }: UndoCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [start, isDisabled] = useOneRowAtATime<{ id: string }>((undone, options) =>
    undo.mutate(undone, { ...options, onSuccess: () => heading.current?.focus() }),
  )
  return (
    <Card title={title} headingRef={heading}>
      {rows.data?.length === 0 ? <p className="quiet">{empty}</p> : null}
      <Loaded query={rows} failed={failed} rows={2}>
        {list => (
          <ul className="stack-16">
            {list.map(({ id, dog, words }) => (
              <li key={id} className="row-12 center">
                <DogAvatar dog={dog} size={48} />
                <div className="grow" style={{ flexBasis: 160 }}>
                  <p className="bold breakable">
                    <bdi>{dog.name}</bdi>, {dog.breed}
                  </p>
                  <p className="quiet">{words}</p>
                </div>
                <Button
                  variant="default"
                  aria-label={`Undo: ${isolate(dog.name)}`}
                  aria-disabled={isDisabled}
                  onClick={() => start({ id })}
                >
                  {undo.isPending && undo.variables?.id === id ? 'Undoing...' : 'Undo'}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
