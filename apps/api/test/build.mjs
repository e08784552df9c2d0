// vitest's globalSetup: tests that start Barkyard's programs start the built ones, which need half a second of CPU time
// less than the sources under tsx. `npm test`, of which this package is one project of many, has built everything.
import { build } from '../bin/prepare.mjs'

export default async project => {
  if (project.isRootProject()) await build(['@barkyard/api'], { quiet: true })
}
