import { ID } from './examples.ts'

interface Details {
  description?: string
  example: unknown
}

/** Descriptions and examples of parameters by name. A field's own description takes precedence. */
export const PARAMETERS: Record<string, Details> = {
  distance: { example: 10 },
  ageMin: { example: 1 },
  ageMax: { example: 8 },
  sizes: { example: ['small', 'medium'] },
  temperaments: { example: ['playful', 'calm'] },
  limit: { example: 50 },
  cursor: { example: ID },
  whenTs: { example: '2030-06-01T16:00:00Z' },
  exceptId: { example: ID },
  before: { example: ID },
  after: { example: ID },
  query: { description: 'The beginning of the city’s name.', example: 'Portl' },
  search: { example: 'robin' },
  state: { example: 'open' },
  sort: { example: 'newest' },
  id: { description: 'The id of the item.', example: ID },
  dogId: { description: 'The id of the dog.', example: ID },
  userId: { description: 'The id of the user.', example: ID },
  photoId: { description: 'The id of the photo.', example: ID },
  matchId: { description: 'The id of the match.', example: ID },
}
