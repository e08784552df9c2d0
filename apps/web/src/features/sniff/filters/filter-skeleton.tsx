import { Bone } from '../../../components/loading.tsx'

/** Placeholders of the filters beside the results: a heading, two sliders and four groups of options. */
export const FilterSkeleton = () => (
  <div className="stack-24" style={{ height: '32rem', overflow: 'hidden' }} aria-hidden="true">
    <Bone width="40%" height={22} />
    {[40, 40, 96, 44, 100, 96].map((height, group) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <div key={group} className="stack-8">
        <Bone width="55%" height={16} />
        <Bone height={height} radius={14} />
      </div>
    ))}
  </div>
)
