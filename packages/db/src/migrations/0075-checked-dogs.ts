import { addIndex } from './steps.ts'

/** For searches that ask for what was checked: where it is rare, they would read every dog of the area. */
export const steps = [
  addIndex(
    'sniff_dogs_checked',
    `ON sniff_dogs (cell, dog_id) INCLUDE (owner_id, age_years, size_bit, temperament_bits, photo_checked, vaccinated_until)
     WHERE photo_checked OR vaccinated_until > '-infinity'`,
  ),
]
