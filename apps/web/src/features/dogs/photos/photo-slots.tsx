import { IconPhotoPlus, IconPlus, IconX } from '@tabler/icons-react'
import type { DragEvent, ReactNode, Ref } from 'react'
import { PHOTO_ACCEPT } from '../../../lib/photo-upload.ts'
import { isSecondClick } from '../../../lib/second-click.ts'
import classes from './photo-slots.module.css'

interface PhotoGridProps {
  /** Called with files that are dropped anywhere on the grid. Absent while none are accepted. */
  onDropFiles?: ((files: File[]) => void) | undefined
  listRef?: Ref<HTMLUListElement>
  children: ReactNode
}

export function PhotoGrid({ onDropFiles, listRef, children }: PhotoGridProps) {
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onDropFiles?.([...event.dataTransfer.files])
  }
  return (
    <ul ref={listRef} className={classes.slots} onDragOver={event => event.preventDefault()} onDrop={drop}>
      {children}
    </ul>
  )
}

interface RemoveButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
}

export const RemoveButton = ({ label, disabled = false, onClick }: RemoveButtonProps) => (
  <div className={`on-photo ${classes.remove}`}>
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      // The second click of a double click would remove the photo that moved here.
      onClick={event => isSecondClick(event.nativeEvent) || onClick()}
      disabled={disabled}
    >
      <IconX size={22} stroke={2.5} aria-hidden="true" />
    </button>
  </div>
)

interface AddTileProps {
  label: string
  progress?: string | null
  disabled: boolean
  describedBy?: string
  inputId?: string
  inputRef?: Ref<HTMLInputElement>
  onFiles: (files: File[]) => void
}

export const AddTile = (props: AddTileProps) => (
  <label className={`bold relative ${classes.add}`} data-busy={props.disabled || undefined}>
    <input
      ref={props.inputRef}
      id={props.inputId}
      className="cover-input"
      type="file"
      multiple
      accept={PHOTO_ACCEPT}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      disabled={props.disabled}
      onChange={event => {
        const files = [...(event.currentTarget.files ?? [])]
        // Lets the user choose the same file again.
        event.currentTarget.value = ''
        props.onFiles(files)
      }}
    />
    <IconPhotoPlus size={28} aria-hidden="true" />
    <span role="status">{props.progress ?? props.label}</span>
  </label>
)

/** A further empty slot. A tap on it acts like a tap on the first one, so it is hidden from screen readers. */
export const FreeTile = ({ inputId, disabled }: { inputId: string; disabled: boolean }) => (
  <label htmlFor={inputId} className={`quiet ${classes.add}`} data-busy={disabled || undefined}>
    <IconPlus size={24} aria-hidden="true" />
  </label>
)
