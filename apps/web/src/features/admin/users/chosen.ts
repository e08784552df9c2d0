/** The selected users by id, with the number of their dogs. */
export type Chosen = ReadonlyMap<string, { name: string; dogCount: number }>
