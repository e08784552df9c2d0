import { FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import { PHOTO_ACCEPT, usablePhotos } from '../lib/photo-upload.ts'
import { Button } from './button.tsx'

interface PhotoButtonProps extends ComponentProps<typeof Button> {
  label: string
  /** Called with true while the chosen photo is read and shrunk, which takes a phone seconds. */
  onReading: (isReading: boolean) => void
  onPhoto: (photo: File) => void
}

export function PhotoButton({ label, onReading, onPhoto, ...button }: PhotoButtonProps) {
  const forget = useRef<() => void>(null)
  const take = async (file: File) => {
    onReading(true)
    const [photo] = await usablePhotos([file], 1)
    onReading(false)
    if (photo) onPhoto(photo)
  }
  return (
    <FileButton
      accept={PHOTO_ACCEPT}
      inputProps={{ 'aria-label': label }}
      resetRef={forget}
      onChange={file => {
        // Lets the user choose the same file again.
        forget.current?.()
        if (file) void take(file)
      }}
    >
      {opens => <Button Icon={IconCamera} {...button} {...opens} />}
    </FileButton>
  )
}
