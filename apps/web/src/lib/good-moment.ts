let isGood = false

/**
 * The user has done something that others will answer: the next toast, which says so, offers notifications. They are not
 * offered earlier.
 */
export const goodMoment = {
  set: (value: boolean) => {
    isGood = value
  },
  /** Whether it was one. Then it is over. */
  take() {
    const was = isGood
    isGood = false
    return was
  },
}
