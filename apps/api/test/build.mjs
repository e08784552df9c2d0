// vitest's globalSetup: tests that start Barkyard's programs start the built ones, which need half a second of CPU time
// less than the sources under tsx.
import { build } from '../bin/prepare.mjs'

export default () => build(['@barkyard/api'], { quiet: true })
