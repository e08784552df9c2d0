import type { ComponentProps } from 'react'

interface PictureProps extends ComponentProps<'img'> {
  src: string
  /** Of the picture; that it opens is added. */
  alt: string
  large?: string
}

/** A photo that opens in full size in a new tab. */
export const Picture = ({ alt, large, ...image }: PictureProps) => (
  <a href={large ?? image.src} target="_blank" rel="noreferrer">
    <img {...image} alt={`${alt}, opens in a new tab`} loading="lazy" />
  </a>
)
