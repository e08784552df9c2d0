import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconArrowLeft, IconArrowRight, IconFocusCentered } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import { useOneRowAtATime } from '../../../lib/one-at-a-time.ts'
import classes from './photo-editor.module.css'
import { PhotoFocusDialog } from './photo-focus-dialog.tsx'
import { AddTile, PhotoGrid, RemoveButton } from './photo-slots.tsx'
import { useDeletePhoto, usePhotoOrder, usePhotoUpload } from './use-photos.ts'

// The editor announces moves itself, because dnd-kit would read out ids.
const silent = () => undefined
const SILENT = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
}

interface TileProps {
  photo: Photo
  index: number
  count: number
  name: string
  canMove: boolean
  deleting: boolean
  onMove: (to: number) => void
  onDelete: () => void
}

function Tile({ photo, index, count, name, canMove, deleting, onMove, onDelete }: TileProps) {
  const [focusing, setFocusing] = useState(false)
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: photo.id,
    disabled: !canMove || count < 2,
  })
  const arrow = (to: number, label: string, Icon: typeof IconArrowLeft) => {
    const isPossible = canMove && to >= 0 && to < count
    return (
      // Not `disabled`, so that the button keeps the focus at the end of the list.
      <button
        type="button"
        className={`icon-button ${classes.arrow}`}
        aria-label={`Move photo ${index + 1} ${label}`}
        aria-disabled={!isPossible}
        data-move={`${photo.id} ${label}`}
        onClick={() => isPossible && onMove(to)}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
    )
  }
  return (
    <li
      ref={setNodeRef}
      className={`relative ${classes.tile}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
    >
      <div className={classes.grip} data-draggable={(canMove && count > 1) || undefined} {...listeners}>
        <DogPhoto photo={photo} name={name} alt={`${name}, photo ${index + 1}`} />
      </div>
      <RemoveButton label={`Delete photo ${index + 1}`} disabled={deleting} onClick={onDelete} />
      <div className="line">
        {count > 1 ? arrow(index - 1, 'earlier', IconArrowLeft) : null}
        <button
          type="button"
          className={`icon-button ${classes.arrow}`}
          aria-label={`Set the focus of photo ${index + 1}`}
          aria-haspopup="dialog"
          onClick={() => setFocusing(true)}
        >
          <IconFocusCentered size={20} aria-hidden="true" />
        </button>
        {count > 1 ? arrow(index + 1, 'later', IconArrowRight) : null}
      </div>
      <PhotoFocusDialog photo={photo} index={index} name={name} opened={focusing} onClose={() => setFocusing(false)} />
    </li>
  )
}

/** Adds, deletes and reorders the dog's photos, by dragging or with the arrow buttons. Every change is saved at once. */
export function PhotoEditor({ dog }: { dog: Dog }) {
  const title = useRef<HTMLHeadingElement>(null)
  const removal = useDeletePhoto(() => title.current?.focus())
  const [startRemove, isDeleting] = useOneRowAtATime(removal.mutate)
  const { photos, move } = usePhotoOrder(dog)
  const { progress, upload } = usePhotoUpload(dog.id)
  const list = useRef<HTMLUListElement>(null)
  const hint = useId()
  const [announced, setAnnounced] = useState('')
  const pressed = useRef<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short touch scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  )
  const canMove = progress === null && !isDeleting
  const hasRoom = photos.length < PHOTOS_PER_DOG

  const order = photos.map(photo => photo.id).join()
  // A button that moves within the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    if (!pressed.current) return
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus()
    pressed.current = null
  }, [order])

  const moveTo = (from: number, to: number, button: string | null = null) => {
    pressed.current = button
    move(from, to)
    setAnnounced(`Photo moved to position ${to + 1} of ${photos.length}`)
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [active.id, over?.id].map(id => photos.findIndex(photo => photo.id === id))
    if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return
    moveTo(from, to)
  }
  const add = (files: File[]) => void upload(files, PHOTOS_PER_DOG - photos.length)

  return (
    <section aria-label="Photos">
      <h2 ref={title} tabIndex={-1} className="label">
        Photos <span className="quiet medium tabular">{`(${photos.length}/${PHOTOS_PER_DOG})`}</span>
      </h2>
      <p id={hint} className="quiet text-small mt-4 mb-8">
        {photos.length > 1
          ? 'Drag the best photo to the front: others see it first, and changes are saved at once.'
          : 'Photos are saved right away.'}
      </p>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd} accessibility={SILENT}>
        <SortableContext items={photos.map(photo => photo.id)} strategy={rectSortingStrategy}>
          <PhotoGrid listRef={list} onDropFiles={progress === null ? add : undefined}>
            {photos.map((photo, index) => (
              <Tile
                key={photo.id}
                photo={photo}
                index={index}
                count={photos.length}
                name={dog.name}
                canMove={canMove}
                deleting={isDeleting}
                onMove={to => moveTo(index, to, `${photo.id} ${to < index ? 'earlier' : 'later'}`)}
                onDelete={() => startRemove({ photoId: photo.id })}
              />
            ))}
            {hasRoom ? (
              <li>
                <AddTile
                  label="Add photo"
                  progress={progress}
                  disabled={progress !== null}
                  describedBy={hint}
                  onFiles={add}
                />
              </li>
            ) : null}
          </PhotoGrid>
        </SortableContext>
      </DndContext>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </section>
  )
}
