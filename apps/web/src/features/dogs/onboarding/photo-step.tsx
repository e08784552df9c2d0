import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { IconCheck } from '@tabler/icons-react'
import { type CSSProperties, useId, useRef } from 'react'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import { AddTile, FreeTile, PhotoGrid, RemoveButton } from '../photos/photo-slots.tsx'
import classes from './photo-step.module.css'
import type { ChosenPhoto, ChosenPhotos } from './use-create-profile.ts'

interface SlotProps {
  photo: ChosenPhoto
  position: number
  busy: boolean
  onRemove: () => void
}

const Slot = ({ photo, position, busy, onRemove }: SlotProps) => (
  <li className="relative">
    <DogPhoto photo={{ urlThumb: photo.preview }} name="" alt={`${position}: ${photo.file.name}`} priority />
    {photo.state === 'sending' ? (
      <div className={classes.veil}>
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={`Uploading photo ${position}`}
          aria-valuenow={Math.round(photo.share * 100)}
          style={{ '--share': photo.share } as CSSProperties}
        />
      </div>
    ) : null}
    {photo.state === 'sent' ? (
      <span className={`disc ${classes.sent}`}>
        <IconCheck size={20} stroke={3} aria-hidden="true" />
        <span className="visually-hidden">Uploaded</span>
      </span>
    ) : null}
    {busy || photo.state === 'sent' ? null : <RemoveButton label={`Remove photo ${position}`} onClick={onRemove} />}
  </li>
)

interface PhotoStepProps {
  photos: ChosenPhotos
  busy: boolean
  /** The dog's name once it is created. Some photos then still have to be sent. */
  made: string | null
  /** The photos that a reload took away, and how many were uploaded before it. */
  lost: { photos: number; sent: number } | null
}

/** Six slots. Each free one accepts files, and files can be dropped anywhere on the grid. */
export function PhotoStep({ photos: { photos, isPreparing, add, remove }, busy, made, lost }: PhotoStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const empty = PHOTOS_PER_DOG - photos.length
  const failed = photos.filter(photo => photo.state === 'failed')

  const removeAt = (key: string) => {
    remove(key)
    // The focused button was removed, so the focus goes to the button that adds a photo.
    requestAnimationFrame(() => input.current?.focus())
  }

  return (
    <div className="stack-16" style={{ '--slot': '26%' } as CSSProperties}>
      <p id={`${id}-hint`} className="quiet">
        Upload 1-6 photos (JPG, PNG, or WebP, max 8MB each)
      </p>
      <p className="quiet">You can also add photos later.</p>
      {lost && lost.photos > 0 && photos.length === 0 ? (
        <p role="status" className="callout">
          The page was reloaded{lost.sent > 0 ? '. What was uploaded is saved, but your other' : ', so your'}{' '}
          {lost.photos === 1 ? 'photo is' : `${lost.photos} photos are`} gone. Please choose{' '}
          {lost.photos === 1 ? 'it' : 'them'} again.
        </p>
      ) : null}
      <PhotoGrid onDropFiles={busy ? undefined : files => void add(files)}>
        {photos.map((photo, index) => (
          <Slot
            key={photo.preview}
            photo={photo}
            position={index + 1}
            busy={busy}
            onRemove={() => removeAt(photo.preview)}
          />
        ))}
        {Array.from({ length: empty }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty slots are all the same
          <li key={`empty-${index}`}>
            {index === 0 ? (
              <AddTile
                label="Add photos"
                inputRef={input}
                inputId={`${id}-files`}
                progress={isPreparing ? 'One moment...' : null}
                describedBy={`${id}-hint`}
                disabled={busy}
                onFiles={files => void add(files)}
              />
            ) : (
              <FreeTile inputId={`${id}-files`} disabled={busy} />
            )}
          </li>
        ))}
      </PhotoGrid>
      {made && !busy && failed.length > 0 ? (
        <div style={{ padding: '14px 18px', borderRadius: 'var(--radius-photo)', background: 'var(--collar-soft)' }}>
          <p>
            {made}'s profile is saved, but {failed.length === 1 ? 'a photo is' : `${failed.length} photos are`} missing.
            Press Complete to try again, or remove what you don't need.
          </p>
          <ul className="stack-4 mt-8">
            {failed.map(photo => (
              <li key={photo.preview}>
                Photo {photos.indexOf(photo) + 1}: {photo.error}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
