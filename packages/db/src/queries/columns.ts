/** The columns of a dog as it is answered to others. */
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
] as const

/** The columns of a dog as it is answered to its owner and to admins: they learn whether it is hidden. */
export const ownDogColumns = [...dogColumns, 'dogs.unseen'] as const
