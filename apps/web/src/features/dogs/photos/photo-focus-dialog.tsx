import type { Photo, PhotoFocus } from '@barkyard/domain/schemas/photo'
import { useMove } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { formDialog } from '../../../components/dialog.tsx'
import { DogAvatar, DogPhoto } from '../../../components/dog-photo.tsx'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { told } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
import classes from './photo-focus-dialog.module.css'

/** The focus point of photos without a chosen one, as in the stylesheet of DogPhoto. */
const START: PhotoFocus = { x: 0.5, y: 0.3 }
const STEP = 0.02
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000))
const percent = (value: number) => Math.round(value * 100)

interface PointPickerProps {
  photo: Photo
  label: string
  point: PhotoFocus
  onChange: (point: PhotoFocus) => void
}

/** The uncropped photo with a ring that marks the focus point. It moves by click, by dragging and with the arrow keys. */
function PointPicker({ photo, label, point, onChange }: PointPickerProps) {
  const { ref } = useMove<HTMLDivElement>(({ x, y }) => onChange({ x: share(x), y: share(y) }))
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    const far = event.shiftKey ? 5 : 1
    onChange({ x: share(point.x + far * move[0]), y: share(point.y + far * move[1]) })
  }
  return (
    <div ref={ref} className={classes.area}>
      <img src={photo.urlLarge} alt="" draggable={false} className={classes.whole} />
      <div
        role="slider"
        tabIndex={0}
        data-autofocus
        aria-roledescription="point"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent(point.x)}
        aria-valuetext={`${percent(point.x)}% from the left, ${percent(point.y)}% from the top`}
        className={classes.ring}
        style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

interface FocusFormProps {
  photo: Photo
  index: number
  name: string
  onClose: () => void
}

function FocusForm({ photo, index, name, onClose }: FocusFormProps) {
  const [point, setPoint] = useState(photo.focus ?? START)
  const save = trpc.photos.focus.useMutation(told('Photo saved', 'Failed to save the photo', onClose))
  const shown = { ...photo, focus: point }
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ photoId: photo.id, focus: point })
      }}
    >
      <p className="quiet">
        Drag the ring onto <bdi>{name}</bdi>'s face
        <span className={classes.keys}>, or move it with the arrow keys</span>.
      </p>
      <PointPicker photo={photo} label={`Focus of photo ${index + 1}`} point={point} onChange={setPoint} />
      <div className="line-12 middle" aria-hidden="true">
        <DogPhoto photo={shown} name={name} alt="" className={classes.portrait} />
        <DogAvatar dog={{ name, photos: [shown] }} size={56} />
        <DogPhoto photo={shown} name={name} alt="" className={classes.wide} />
      </div>
      <FormButtons label="Save" pendingLabel="Saving..." pending={save.isPending} onCancel={onClose} />
    </form>
  )
}

export const PhotoFocusDialog = formDialog("Center on your dog's face", FocusForm)
