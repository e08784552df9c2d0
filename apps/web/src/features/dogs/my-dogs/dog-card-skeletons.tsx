import type { Dog } from '@barkyard/domain/schemas/dog'
import { Bone } from '../../../components/loading.tsx'
import classes from './my-dogs.module.css'

export const subtitleFor = (active: Dog | null) =>
  active ? 'Select a dog to switch profiles, or sniff with your current dog' : 'Select which dog you want to be'

export const DogCardSkeletons = () => (
  <div className={classes.grid} role="status">
    <span className="visually-hidden">Loading...</span>
    {['first', 'second', 'third'].map(card => (
      <div key={card} className="stack-8">
        <Bone ratio="4 / 5" radius={16} />
        <Bone height={20} width="55%" />
        <Bone height={16} width="80%" />
      </div>
    ))}
  </div>
)
