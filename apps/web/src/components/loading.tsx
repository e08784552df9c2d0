interface BoneProps {
  /** A CSS length or px. Default: the full width. */
  width?: number | string
  height?: number | string
  /** In px. Default: half the height. */
  radius?: number
  /** Of width to height, in place of the height. */
  ratio?: string
  className?: string | undefined
}

/** A placeholder for a line, picture or button. Plain HTML, so that the server can render it too. */
export const Bone = ({ width, height, radius, ratio, className }: BoneProps) => (
  <span className={`bone ${className ?? ''}`} style={{ width, height, borderRadius: radius, aspectRatio: ratio }} />
)

/** Shown while a whole screen or dialog loads. `label` is read out. */
export const Spinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div style={{ display: 'grid', placeItems: 'center', minHeight: 240 }} role="status">
    <span className="rolling-ball" aria-hidden="true" />
    <span className="visually-hidden">{label}</span>
  </div>
)

export const SkeletonRows = ({ rows = 4 }: { rows?: number }) => (
  <div className="stack-12" role="status">
    <span className="visually-hidden">Loading...</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
      <div key={row} className="line-12" style={{ padding: 12 }}>
        <Bone width={56} height={56} />
        <div className="grow stack-8">
          <Bone height={16} width="40%" />
          <Bone height={14} width="70%" />
        </div>
      </div>
    ))}
  </div>
)
