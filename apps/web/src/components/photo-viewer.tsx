import type { Photo } from '@barkyard/domain/schemas/photo'
import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTurns } from '../lib/use-turns.ts'
import { Mantine } from './mantine.tsx'
import { PhotoControls, photoName } from './photo-controls.tsx'
import classes from './photo-viewer.module.css'

const SIDES = 'max(12px, var(--safe-sides))'
const BAR = { padding: `calc(8px + var(--safe-top)) ${SIDES} 8px`, paddingLeft: 'max(24px, var(--safe-sides))' }
const PHOTO = { placeSelf: 'center', maxHeight: '100%', objectFit: 'contain' } as const

interface PhotoViewerProps {
  opened: boolean
  name: string
  photos: readonly Photo[]
  start: number
  onClose: () => void
  onClosed: () => void
}

function Shown({ name, photos, start, onClose }: Omit<PhotoViewerProps, 'opened' | 'onClosed'>) {
  const turns = useTurns(photos.length, start)
  const { at, onKeyDown, swipe } = turns
  const photo = photos[at]
  const next = photos[(at + 1) % photos.length]?.urlLarge
  useEffect(() => {
    if (next) new Image().src = next
  }, [next])
  // The photo was deleted meanwhile.
  if (!photo) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever the focus is
    <div className={classes.viewer} onKeyDown={onKeyDown} {...swipe}>
      <div className="line between on-photo" style={BAR}>
        <p className="medium tabular">{photos.length > 1 ? `${at + 1} of ${photos.length}` : ''}</p>
        <button type="button" className="icon-button" aria-label="Close" data-autofocus onClick={onClose}>
          <IconX size={26} aria-hidden="true" />
        </button>
      </div>
      <img key={photo.id} style={PHOTO} src={photo.urlLarge} alt={photoName(name, at)} draggable={false} />
      <PhotoControls name={name} photos={photos} turns={turns} />
    </div>
  )
}

/** A dog's uncropped photos over the full window. Downloaded when it is first opened. */
export const PhotoViewer = ({ opened, onClosed, ...shown }: PhotoViewerProps) => (
  <Mantine>
    <Modal.Root
      opened={opened}
      onClose={shown.onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      fullScreen
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      <Modal.Content className={`night ${classes.content}`} radius={0}>
        <Modal.Title className="visually-hidden">
          Photos of <bdi>{shown.name}</bdi>
        </Modal.Title>
        <Shown {...shown} />
      </Modal.Content>
    </Modal.Root>
  </Mantine>
)
