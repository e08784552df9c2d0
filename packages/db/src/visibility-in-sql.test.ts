import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * Every query of the app, as the snapshots hold them, that reads what belongs to dogs or matches and does not ask who
 * blocks whom. Each is listed here with why it may; one that is new must ask, or get a line.
 */
const folder = fileURLToPath(new URL('../sql/', import.meta.url))

/** What people can see of each other is in these tables. */
const OF_OTHERS = /\b(dogs|match_dogs|matches|messages|playdates|sniff_dogs|photos)\b/
const READS = /\bselect\b/i
const ASKS = 'owners_apart'

/** The most bare statements that a call may have, "feature: call", by the reason why they need not ask. */
const EXEMPT: Record<string, Record<string, number>> = {
  'admins see everybody': {
    'admin: users': 1,
    'admin: users, next page': 1,
    'admin: users by a search': 1,
    'admin: selection': 1,
    'admin: all dogs': 1,
    'admin: all dogs, next page': 2,
    'admin: dogs by a search': 2,
    'admin: unowned dogs': 2,
    'admin: dogs of a user': 1,
    'admin: users by e-mail, next page': 1,
    'admin: note': 1,
    'admin: hand over a dog': 2,
    'admin: a user': 1,
    'admin: suspend without a report': 6,
    'admin: hide without a report': 5,
    'admin: show again': 2,
    'admin: impersonate': 1,
    'admin: delete users': 2,
    'dogs: one': 1,
    'reports: a case': 2,
    'reports: decide reports': 3,
    'reports: decide an appeal': 1,
  },
  'it reads what belongs to the caller alone': {
    'auth: find a session': 1,
    'auth: find sessions': 1,
    'auth: move': 1,
    'dogs: mine': 1,
    'dogs: create': 1,
    'dogs: create again': 1,
    'notifications: see some': 1,
    'notifications: see up to': 1,
    'playdates: past': 1,
    'playdates: past, next page': 1,
    'playdates: past, to play again': 1,
  },
  'it finds or locks rows whose owner is checked before anything of them is answered or changed': {
    'dogs: delete': 2,
    'photos: focus': 2,
    'walks: host': 2,
    'walks: join': 2,
    'walks: leave': 1,
    'walks: change': 1,
    'walks: cancel': 1,
    'walks: signal': 1,
    'photos: delete': 2,
    'photos: restore': 3,
    'skips: skip': 1,
    'verification: decide': 1,
    'photos: order': 2,
    'webhooks: add': 1,
  },
  'another statement of the same call asks, and nothing is answered without it': {
    'archive: messages': 1,
    'archive: playdates': 2,
    'matches: bark again': 3,
    'messages: newest': 1,
    'messages: before': 1,
    'messages: after': 1,
    'notifications: insert reminders': 1,
    'notifications: notify the other side': 1,
    'playdates: recap': 4,
  },
  'it has its own rule: owners who block or report still find the dogs that they block': {
    'blocks: block': 7,
    'blocks: to block': 1,
    'blocks: list': 1,
    'blocks: next page': 2,
    'blocks: undo': 3,
    'blocks: end a match': 3,
    'reports: report a dog': 4,
  },
  'it is answered to moderators alone': {
    'photos: add': 2,
  },
  'a job or a sweep, answered to nobody': {
    'verification: remind of vaccinations': 1,
    'notifications: is a reminder true': 1,
    'notifications: undecided': 1,
    'notifications: note mailed': 1,
    'photos: keys after': 1,
    'photos: gone copied': 1,
    'photos: outdate': 1,
    'photos: rename': 1,
    'photos: to hash': 1,
    'photos: hash': 1,
  },
}

function bareStatements(): string[] {
  const bare: string[] = []
  for (const file of readdirSync(folder)) {
    const calls = readFileSync(`${folder}${file}`, 'utf8').split(/^-- /m).slice(1)
    for (const call of calls) {
      const [name = '', ...lines] = call.split('\n')
      for (const statement of lines.join('\n').split(/;\s*\n/))
        if (OF_OTHERS.test(statement) && READS.test(statement) && !statement.includes(ASKS))
          bare.push(`${file.replace('.sql', '')}: ${name}`)
    }
  }
  return bare
}

const counts = new Map<string, number>()
for (const name of bareStatements()) counts.set(name, (counts.get(name) ?? 0) + 1)
const exempt = new Map(Object.values(EXEMPT).flatMap(calls => Object.entries(calls)))

test('a query that reads across owners checks visibility, or is exempt for a reason', () => {
  expect([...counts].filter(([name, count]) => count > (exempt.get(name) ?? 0))).toEqual([])
})

test('every exemption still exists', () => {
  expect([...exempt.keys()].filter(name => !counts.has(name))).toEqual([])
})

test('each call has one reason', () => {
  const names = Object.values(EXEMPT).flatMap(calls => Object.keys(calls))
  expect(names.length).toBe(new Set(names).size)
})
