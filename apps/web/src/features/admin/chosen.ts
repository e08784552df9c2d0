/** Chosen users by id, with how many dogs each has. */
export type Chosen = ReadonlyMap<string, number>
