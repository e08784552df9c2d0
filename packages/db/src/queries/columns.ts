/** The columns of a dog as it is answered. */
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
