import { Bone } from '../../components/loading.tsx'
import cardClasses from './playdate-card.module.css'
import classes from './playdates.module.css'

export const PickerSkeleton = () => (
  <div className={`card ${classes.picker}`} aria-hidden="true">
    <div className="grow stack-8">
      <Bone height={18} width={120} className={classes.label} />
      <Bone height={50} radius={14} />
    </div>
    <Bone height={50} width={150} />
  </div>
)

export const PlaydateSkeletons = () => (
  <div className={`stack-16 ${classes.list}`} role="status">
    <span className="visually-hidden">Loading...</span>
    {['first', 'second'].map(key => (
      <div key={key} className={`card ${cardClasses.card}`}>
        <Bone className={cardClasses.photo} radius={16} />
        <div className="stack-8">
          <Bone height={24} width="70%" />
          <Bone height={16} width="40%" />
          <Bone height={16} width="85%" />
          <Bone height={16} width="60%" />
        </div>
      </div>
    ))}
  </div>
)
