/** The columns of a dog that everybody may read. */
export const dogColumns = [
  'dogs.id',
  'dogs.name',
  'dogs.breed',
  'dogs.age_years',
  'dogs.size',
  'dogs.sex',
  'dogs.temperament',
  'dogs.bio',
  'dogs.photos',
  'dogs.neutered',
  'dogs.careful',
  'dogs.photo_checked',
  'dogs.vaccinated_until',
] as const

/** The columns of a dog that its owner and admins may read, including whether it is hidden or paused. */
export const ownDogColumns = [...dogColumns, 'dogs.unseen', 'dogs.paused'] as const
