import { afterAll, beforeAll } from 'vitest'

/**
 * Something that runs from before the first test of a file, or of a describe block, to after its last one. It stops even
 * if what is started after it does not start: hooks run then, but not if the file itself throws.
 */
export function testServer<T extends { stop(): Promise<unknown> }>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => void Object.assign(started, await start()))
  afterAll(() => started.stop?.())
  return started
}
