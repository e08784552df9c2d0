// Holds the two documents against the rules of Redocly and Spectral. Exit code 1 where either has something to say.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { writeDocument } from './documents.mjs'

const { Spectral } = spectralCore
const { oas, asyncapi } = spectralRulesets
const openapi = writeDocument('openapi.json')
const asyncApi = writeDocument('asyncapi.json')

/** An id is never `p`. */
const UNAMBIGUOUS = '`/lost/{id}/close` and `/lost/p/{code}`'

/** What Redocly's recommended rules find, a line each. */
async function redocly(file) {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: file, config })
  return problems
    .filter(({ message }) => !message.includes(UNAMBIGUOUS))
    .map(({ ruleId, message, location }) => `${basename(file)} ${location[0]?.pointer}: ${message} (${ruleId})`)
}

/** What a ruleset of Spectral finds, a line each. `rules`: those that are off. */
async function spectral(file, ruleset, rules = {}) {
  const linter = new Spectral()
  linter.setRuleset({ extends: [ruleset], rules })
  const problems = await linter.run(JSON.parse(readFileSync(file, 'utf8')))
  return problems.map(({ code, message, path }) => `${basename(file)} ${path.join('/')}: ${message} (${code})`)
}

// Who runs an installation has no e-mail that we know: the contact is a name and an address.
const found = [
  ...(await redocly(openapi)),
  ...(await redocly(asyncApi)),
  ...(await spectral(openapi, oas)),
  ...(await spectral(asyncApi, asyncapi, { 'asyncapi-info-contact-properties': 'off' })),
]
for (const line of found) console.error(line)
console.log(`Redocly and Spectral: ${found.length === 0 ? 'nothing to say' : `${found.length} findings`}`)
process.exitCode = found.length === 0 ? 0 : 1
