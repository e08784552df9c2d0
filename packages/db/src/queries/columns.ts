/** What a dog's owner says about it, by the column that keeps it. */
export const dogFields = {
  name: 'name',
  breed: 'breed',
  ageYears: 'age_years',
  size: 'size',
  sex: 'sex',
  temperament: 'temperament',
  bio: 'bio',
  neutered: 'neutered',
  careful: 'careful',
} as const
type DogColumn = (typeof dogFields)[keyof typeof dogFields]

/** The columns of a dog that everybody may read. */
export const dogColumns = [
  'dogs.id',
  ...Object.values(dogFields).map(column => `dogs.${column}` as `dogs.${DogColumn}`),
  'dogs.photos',
  'dogs.photo_checked',
  'dogs.vaccinated_until',
] as const

/** The columns of a dog that its owner and admins may read, including whether it is hidden or paused. */
export const ownDogColumns = [...dogColumns, 'dogs.unseen', 'dogs.paused'] as const
