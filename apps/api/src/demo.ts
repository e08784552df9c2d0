import { availableParallelism } from 'node:os'
import { seedDemo } from '@barkyard/db/demo/seed'
import type { Services } from './services.ts'

/** Fills the database with the demo's owners, dogs, photos, chats and playdates, unless it has them already. */
export const fillDemo = ({ db, photos, decoders, passwords }: Services): Promise<boolean> =>
  seedDemo(db, {
    now: new Date(),
    hashPassword: password => passwords.hash(password),
    atOnce: availableParallelism(),
    log: line => console.log(`  ${line}`),
    savePhoto: async (key, svg) => photos.save(key, await decoders.makeDrawing(svg)),
  })
