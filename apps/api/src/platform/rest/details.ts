/** Descriptions of parameters by name. A field's own description takes precedence. */
export const PARAMETERS: Record<string, string> = {
  query: 'The beginning of the city’s name.',
  dogId: 'The id of the dog.',
  userId: 'The id of the user.',
  photoId: 'The id of the photo.',
  matchId: 'The id of the match.',
}
