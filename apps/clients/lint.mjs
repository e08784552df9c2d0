// Holds the two documents against the rules of Redocly and Spectral. Exit code 1 where either has something to say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'

const { Spectral } = spectralCore
const { oas, asyncapi } = spectralRulesets
const api = join(import.meta.dirname, '../api')

/** What Redocly's recommended rules find, a line each. */
async function redocly(file) {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: join(api, file), config })
  return problems.map(({ ruleId, message, location }) => `${file} ${location[0]?.pointer}: ${message} (${ruleId})`)
}

/** What a ruleset of Spectral finds, a line each. `rules`: those that are off. */
async function spectral(file, ruleset, rules = {}) {
  const linter = new Spectral()
  linter.setRuleset({ extends: [ruleset], rules })
  const problems = await linter.run(JSON.parse(readFileSync(join(api, file), 'utf8')))
  return problems.map(({ code, message, path }) => `${file} ${path.join('/')}: ${message} (${code})`)
}

// Who runs an installation has no e-mail that we know: the contact is a name and an address.
const found = [
  ...(await redocly('openapi.json')),
  ...(await redocly('asyncapi.json')),
  ...(await spectral('openapi.json', oas)),
  ...(await spectral('asyncapi.json', asyncapi, { 'asyncapi-info-contact-properties': 'off' })),
]
for (const line of found) console.error(line)
console.log(`Redocly and Spectral: ${found.length === 0 ? 'nothing to say' : `${found.length} findings`}`)
process.exitCode = found.length === 0 ? 0 : 1
