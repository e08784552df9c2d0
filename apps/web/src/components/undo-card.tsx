import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { RefObject } from 'react'
import { useOneRowAtATime } from '../lib/one-at-a-time.ts'
import { Button } from './button.tsx'
import { DogAvatar } from './dog-photo.tsx'
import { Loaded } from './loaded.tsx'
import { Card } from './settings-card.tsx'

interface UndoCardProps {
  title: string
  headingRef: RefObject<HTMLHeadingElement | null>
  empty: string
  failed: string
  rows: {
    data: { id: string; dog: Pick<Dog, 'id' | 'name' | 'breed' | 'photos'>; words: string }[] | undefined
    isError: boolean
    refetch: () => Promise<unknown>
  }
  undo: {
    mutate: Parameters<typeof useOneRowAtATime<{ id: string }>>[0]
    isPending: boolean
    variables: { id: string } | undefined
  }
}

/** A card of the settings: what somebody did about other dogs, each with a button to undo it. */
export function UndoCard({ title, headingRef, empty, failed, rows, undo }: UndoCardProps) {
  const [start, isDisabled] = useOneRowAtATime(undo.mutate)
  return (
    <Card title={title} headingRef={headingRef}>
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
