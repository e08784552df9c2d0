/** Whether what explores runs whole, as each night: EXPLORE=whole. Otherwise it runs in short. */
export const isWhole = process.env.EXPLORE === 'whole'

/** How many cases there are, in short and whole. */
export const explore = (short: number, whole: number): number => (isWhole ? whole : short)

/** What the cases are made from. Whole runs have another one each; EXPLORE_SEED makes the cases of a run again. */
export const SEED = Number(process.env.EXPLORE_SEED ?? (isWhole ? Date.now() % 1_000_000 : 1))
