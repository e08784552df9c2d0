import classes from './bone.module.css'

interface BoneProps {
  /** CSS lengths or px; all the room there is by default. */
  width?: number | string
  height?: number | string
  /** px; half its height by default. */
  radius?: number
  className?: string | undefined
}

/** A part of a skeleton: stands where a line, a picture or a button will be. Plain HTML: the server draws it too. */
export const Bone = ({ width, height, radius, className }: BoneProps) => (
  <span className={`${classes.bone} ${className ?? ''}`} style={{ width, height, borderRadius: radius }} />
)
