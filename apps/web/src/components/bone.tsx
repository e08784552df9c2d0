import classes from './bone.module.css'

interface BoneProps {
  /** A CSS length or px. Default: the full width. */
  width?: number | string
  height?: number | string
  /** In px. Default: half the height. */
  radius?: number
  className?: string | undefined
}

/** A placeholder for a line, picture or button. Plain HTML, so that the server can render it too. */
export const Bone = ({ width, height, radius, className }: BoneProps) => (
  <span className={`${classes.bone} ${className ?? ''}`} style={{ width, height, borderRadius: radius }} />
)
