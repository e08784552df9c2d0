/** Who plays: a new account, and where it lives. */
export interface Person {
  email: string
  place: { lat: number; lng: number }
}

export const PASSWORD = 'correct horse battery'

/** The cookie of a sign-up's answer, as calls send it. */
export const cookieOf = (answered: Headers): string => answered.getSetCookie()[0]?.split(';')[0] ?? ''
