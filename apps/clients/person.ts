/** Who plays: a new account, and where it lives. */
export interface Person {
  email: string
  place: { lat: number; lng: number }
}

/** The dog that plays. */
export const DOG = {
  name: 'Typed',
  breed: 'Corgi',
  size: 'small' as const,
  sex: 'female' as const,
  ageYears: 3,
  temperament: ['playful' as const],
}

export const PASSWORD = 'correct horse battery'

/** The cookie of a sign-up's answer, as calls send it. */
export const cookieOf = (answered: Headers): string => answered.getSetCookie()[0]?.split(';')[0] ?? ''
