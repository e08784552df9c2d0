import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CollarTag, CountBadge } from '../../../components/collar-tag.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import { Hint } from '../../../components/hint.tsx'
import { capital } from '../../../lib/words.ts'
import { useDeleteDog } from '../data.ts'
import classes from './my-dogs.module.css'

interface DogCardProps {
  dog: Dog
  isActive: boolean
  unread: number
  isChosen: boolean
  priority: boolean
  /** Over the width of the list, for a dog that has just been made. */
  isLarge?: boolean
  onChoose: () => void
  onDeleted: () => void
}

function DeleteDog({ dog, onDeleted }: { dog: Dog; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteDog(() => {
    setAsking(false)
    onDeleted()
  })
  return (
    <>
      <Hint label={`Delete ${isolate(dog.name)}`}>
        <button
          type="button"
          className="icon-button"
          aria-label={`Delete ${isolate(dog.name)}`}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={20} aria-hidden="true" />
        </button>
      </Hint>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: dog.id })}
        title="Delete Dog Profile"
        confirmLabel="Delete"
        pending={remove.isPending}
        pendingLabel="Deleting..."
        destructive
      >
        Are you sure you want to delete <bdi>{dog.name}</bdi>'s profile? This action cannot be undone and will delete
        all photos and matches.
      </ConfirmDialog>
    </>
  )
}

export function DogCard(props: DogCardProps) {
  const { dog, isActive, unread, isChosen, priority, isLarge = false, onChoose, onDeleted } = props
  return (
    <li className={`relative ${isLarge ? classes.wide : ''}`}>
      <button
        type="button"
        className={`card column full lifts ${classes.card}`}
        onClick={onChoose}
        data-active={isActive || undefined}
        data-chosen={isChosen || undefined}
        aria-busy={isChosen}
        aria-current={isActive ? 'true' : undefined}
      >
        <span className="block relative">
          <DogPhoto
            dog={dog}
            photo={dog.photos[0]}
            name={dog.name}
            alt=""
            priority={priority}
            sizes={isLarge ? '404px' : '(max-width: 48em) 46vw, 264px'}
            className={isLarge ? classes.largePhoto : undefined}
          />
          {isActive ? (
            <CollarTag tone="ball" size="sm" className="corner-end">
              Active
              <IconCheck size={16} stroke={3} aria-hidden="true" />
            </CollarTag>
          ) : null}
        </span>
        <span className={`breakable ${classes.facts}`}>
          <span className="display text-name">{dog.name}</span>
          <span className="quiet text-small">{dog.breed}</span>
          <span className="row-8 center mt-8">
            <CollarTag size="sm">{capital(dog.size)}</CollarTag>
            <span className="text-small medium tabular">{ageLabel(dog.ageYears)}</span>
            {dog.hidden ? (
              <CollarTag tone="collar" size="sm">
                Hidden
              </CollarTag>
            ) : null}
            {dog.paused ? (
              <CollarTag tone="ball" size="sm">
                Paused
              </CollarTag>
            ) : null}
          </span>
        </span>
        <CountBadge
          count={unread}
          label={unread === 1 ? 'new bark' : 'new barks'}
          className={`corner ${classes.unread}`}
        />
      </button>
      <div className={`line-8 ${classes.buttons}`}>
        <Hint label={`Edit ${isolate(dog.name)}`}>
          <Link
            className="icon-button"
            to={`/dog/${dog.id}/edit`}
            state={{ from: '/my-dogs' }}
            aria-label={`Edit ${isolate(dog.name)}`}
          >
            <IconPencil size={20} aria-hidden="true" />
          </Link>
        </Hint>
        <DeleteDog dog={dog} onDeleted={onDeleted} />
      </div>
    </li>
  )
}
