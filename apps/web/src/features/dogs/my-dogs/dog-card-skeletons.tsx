import { Bone } from '../../components/bone.tsx'
import classes from './my-dogs.module.css'

/** Placeholders for the cards of the owner's dogs. */
export const DogCardSkeletons = () => (
  <div className={classes.grid} role="status">
    <span className="visually-hidden">Loading...</span>
    {['first', 'second', 'third'].map(card => (
      <div key={card} className={classes.skeleton}>
        <Bone className={classes.skeletonPhoto} radius={16} />
        <Bone height={20} width="55%" />
        <Bone height={16} width="80%" />
      </div>
    ))}
  </div>
)
