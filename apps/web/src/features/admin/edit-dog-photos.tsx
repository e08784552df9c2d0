import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { PHOTO_ACCEPT, usablePhotos } from '../../lib/photo-files.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { uploadPhoto } from '../../lib/upload-photo.ts'
import { trpc } from '../../trpc.ts'
import classes from './edit-dog.module.css'

/** Sends photos one after the other and tells once how it went. */
function useUpload(dog: Dog) {
  const utils = trpc.useUtils()
  /** "2 of 3" while something is being sent. */
  const [progress, setProgress] = useState<string | null>(null)

  const upload = async (chosen: readonly File[]) => {
    const files = await usablePhotos(chosen, PHOTOS_PER_DOG - dog.photos.length)
    if (files.length === 0) return
    let [sent, failure] = [0, null as unknown]
    for (const [index, file] of files.entries()) {
      setProgress(files.length === 1 ? 'Uploading...' : `Uploading ${index + 1} of ${files.length}...`)
      try {
        await uploadPhoto(dog.id, file)
        sent++
      } catch (error) {
        failure ??= error
      }
    }
    if (sent > 0) await utils.invalidate()
    setProgress(null)
    if (failure !== null) toastError(failure, files.length > 1 ? 'Failed to upload photos' : 'Failed to upload photo')
    else toast({ title: `${sent} photo(s) uploaded successfully` })
  }
  return { progress, upload }
}

/** The dog's photos, each with a delete button, and a tile to add more while there are fewer than six. */
export function EditDogPhotos({ dog }: { dog: Dog }) {
  const { progress, upload } = useUpload(dog)
  const title = useRef<HTMLHeadingElement>(null)
  const remove = trpc.photos.delete.useMutation({
    onSuccess: () => {
      toast({ title: 'Photo deleted successfully' })
      // The button that was pressed has gone with its photo.
      title.current?.focus()
    },
    onError: error => toastError(error, 'Failed to delete photo'),
  })
  return (
    <section className={classes.photos} aria-label="Photos">
      <h3 ref={title} tabIndex={-1} className={classes.legend}>
        Photos <span className={classes.counter}>{`(${dog.photos.length}/${PHOTOS_PER_DOG})`}</span>
      </h3>
      <ul className={classes.grid}>
        {dog.photos.map((photo, index) => (
          <li key={photo.id} className={classes.slot}>
            <DogPhoto photo={photo} name={dog.name} alt={`${dog.name}, photo ${index + 1}`} />
            <button
              type="button"
              className={classes.remove}
              aria-label={`Delete photo ${index + 1}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ photoId: photo.id })}
            >
              <span className={classes.cross}>
                <IconX size={18} stroke={2.5} aria-hidden="true" />
              </span>
            </button>
          </li>
        ))}
        {dog.photos.length < PHOTOS_PER_DOG ? (
          <li className={classes.slot}>
            <label className={classes.add} data-busy={progress !== null || undefined}>
              <IconPhotoPlus size={26} aria-hidden="true" />
              <span role="status">{progress ?? 'Add photo'}</span>
              <input
                type="file"
                className={classes.file}
                aria-label="Add photo"
                accept={PHOTO_ACCEPT}
                multiple
                disabled={progress !== null}
                onChange={event => {
                  const files = [...(event.currentTarget.files ?? [])]
                  // The same file may be chosen again.
                  event.currentTarget.value = ''
                  void upload(files)
                }}
              />
            </label>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
