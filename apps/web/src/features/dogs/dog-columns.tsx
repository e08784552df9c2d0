import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { type ReactNode, useRef, useState } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { Page } from '../../components/page.tsx'
import { PhotoControls, photoName } from '../../components/photo-controls.tsx'
import { useTurns } from '../../lib/use-turns.ts'
import classes from './dog-columns.module.css'

const PhotoViewer = lazyDialog(() => import('../../components/photo-viewer.tsx').then(module => module.PhotoViewer))

const FIRST = { borderRadius: 'var(--radius-card)', boxShadow: 'var(--shadow)', touchAction: 'pan-y pinch-zoom' }

const OpenButton = ({ at, name, onOpen }: { at: number; name: string; onOpen: (opener: HTMLElement) => void }) => (
  <button
    type="button"
    className={classes.open}
    aria-label={`${photoName(name, at)}, full screen`}
    onClick={event => onOpen(event.currentTarget)}
  />
)

/** All photos of a dog. The first place is larger and is a carousel. Each photo opens in full screen. */
function DogPhotos({ dog }: { dog: Dog }) {
  const { name, photos } = dog
  const turns = useTurns(photos.length)
  const opener = useRef<HTMLElement | null>(null)
  const [viewed, setViewed] = useState<{ at: number; opened: boolean } | null>(null)
  const open = (at: number) => (element: HTMLElement) => {
    opener.current = element
    setViewed({ at, opened: true })
  }
  return (
    <div className={`stack-12 shrinkable ${classes.photos}`}>
      <div className="relative" style={FIRST} {...turns.swipe}>
        <DogPhoto
          dog={dog}
          photo={photos[turns.at]}
          name={name}
          priority
          sizes="(max-width: 48em) 92vw, 560px"
          className={classes.face}
          alt={photos.length > 0 ? photoName(name, turns.at) : `${isolate(name)} has no photo yet`}
        />
        {photos.length > 0 ? <OpenButton at={turns.at} name={name} onOpen={open(turns.at)} /> : null}
        <PhotoControls name={name} photos={photos} turns={turns} />
      </div>
      {photos.length > 1 ? (
        <ul className={classes.others} aria-label={`More photos of ${isolate(name)}`}>
          {photos.slice(1).map((photo, index) => (
            <li key={photo.id} className="relative">
              <DogPhoto
                photo={photo}
                name={name}
                className={classes.photo}
                sizes="(max-width: 48em) 46vw, 270px"
                alt={photoName(name, index + 1)}
              />
              <OpenButton at={index + 1} name={name} onOpen={open(index + 1)} />
            </li>
          ))}
        </ul>
      ) : null}
      {viewed ? (
        <PhotoViewer
          opened={viewed.opened}
          name={name}
          photos={photos}
          start={viewed.at}
          onClose={() => setViewed({ ...viewed, opened: false })}
          onClosed={() => opener.current?.focus({ preventScroll: true })}
        />
      ) : null}
    </div>
  )
}

interface DogColumnsProps {
  dog: Dog
  children: ReactNode
  /** The main action. On a phone it stays within reach of the thumb. */
  action?: ReactNode
  after?: ReactNode
}

/** A dog's photos beside its description, or above it on a phone. */
export const DogColumns = ({ dog, children, action, after }: DogColumnsProps) => (
  <div className={classes.columns} data-photo-first={action ? true : undefined}>
    <DogPhotos dog={dog} />
    <div className={classes.facts}>
      {children}
      {action ? <div className={`foot ${classes.action}`}>{action}</div> : null}
      {after ? <div className={`stack-12 ${classes.after}`}>{after}</div> : null}
    </div>
  </div>
)

export const DogNotFound = () => (
  <Page title="Dog not found" back={{ to: '/sniff', label: 'Back to sniffing' }}>
    <EmptyState
      mood="nose-up"
      text="This profile may have been deleted."
      action={<ButtonLink to="/sniff">Sniff Dogs</ButtonLink>}
    />
  </Page>
)
