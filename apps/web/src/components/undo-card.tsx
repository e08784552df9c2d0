import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { InfiniteList } from '../lib/list-pages.ts'
import { useOneRowAtATime } from '../lib/one-at-a-time.ts'
import { Button } from './button.tsx'
import { DogAvatar } from './dog-photo.tsx'
import { LoadMore } from './load-more.tsx'
import { Loaded, loadedList } from './loaded.tsx'
import { Card } from './settings-card.tsx'

interface Row {
  id: string
  dog: Pick<Dog, 'id' | 'name' | 'breed' | 'photos'>
}

interface UndoCardProps<T> {
  title: string
  empty: string
  failed: string
  list: InfiniteList<T>
  wordsOf: (row: T) => string
  undo: Pick<UseMutationResult<unknown, unknown, { id: string }>, 'mutate' | 'isPending' | 'variables'>
}

/** A card of the settings: what somebody did about other dogs, each with a button to undo it. */
export function UndoCard<T extends Row>({ title, empty, failed, list, wordsOf, undo }: UndoCardProps<T>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [start, isDisabled] = useOneRowAtATime<{ id: string }>((undone, options) =>
    undo.mutate(undone, { ...options, onSuccess: () => heading.current?.focus() }),
  )
  const loaded = loadedList(list)
  return (
    <Card title={title} headingRef={heading}>
      {loaded.data?.length === 0 ? <p className="quiet">{empty}</p> : null}
      <Loaded query={loaded} failed={failed} rows={2}>
        {rows => (
          <ul className="stack-16">
            {rows.map(row => (
              <li key={row.id} className="row-12 center">
                <DogAvatar dog={row.dog} size={48} />
                <div className="grow" style={{ flexBasis: 160 }}>
                  <p className="bold breakable">
                    <bdi>{row.dog.name}</bdi>, {row.dog.breed}
                  </p>
                  <p className="quiet">{wordsOf(row)}</p>
                </div>
                <Button
                  variant="default"
                  aria-label={`Undo: ${isolate(row.dog.name)}`}
                  aria-disabled={isDisabled}
                  onClick={() => start({ id: row.id })}
                >
                  {undo.isPending && undo.variables?.id === row.id ? 'Undoing...' : 'Undo'}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <LoadMore list={list} what="dogs" />
    </Card>
  )
}
