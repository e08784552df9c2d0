interface PictureProps {
  src: string
  /** Of the picture; that it opens is added. */
  alt: string
  className?: string | undefined
}

/** A photo that opens in full size in a new tab. */
export const Picture = ({ src, alt, className }: PictureProps) => (
  <a href={src} target="_blank" rel="noreferrer">
    <img className={className} src={src} alt={`${alt}, opens in a new tab`} loading="lazy" />
  </a>
)
