import type { Dog } from '@barkyard/domain/dog'

/**
 * The admin's buttons on a dog's page, in a row or column of its own. After a deletion the page reads the dog anew, finds
 * none and unmounts this: leave for /sniff from the mutation's own options, not from those of `mutate`.
 */
export const DogActions = (_props: { dog: Dog }) => null
