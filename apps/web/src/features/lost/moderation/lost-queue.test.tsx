import type { AdminLost } from '@barkyard/domain/schemas/lost'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paced } from '../../../lib/refresh-soon.ts'
import { aLostCase, anAdmin, panelOf } from '../../../testing/admin-panel.ts'
import { type Answers, network } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { aPage } from '../../../testing/quiet-yard.ts'
import { isGone, isSeen, sees } from '../../../testing/seen.ts'
import type { Inputs } from '../../../trpc.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Opens the queue of a moderator, which is read anew at each call. */
const openQueue = (waiting: () => AdminLost[], more: Answers = {}) =>
  open('/admin/lost', {
    user: anAdmin({ role: 'moderator' }),
    answers: {
      ...panelOf([], []),
      'admin.lostCases': ({ state }) => aPage(...(state === 'waiting' ? waiting() : [])),
      ...more,
    },
  })

test('a moderator reads a search that waits, and opens or refuses it', async () => {
  let waiting = [aLostCase('Mochi', { reportId: 'report' }), aLostCase('Rex', { note: 'Ran off' })]
  const decide = ({ id, approve }: Inputs['admin']['decideLost']): AdminLost => {
    const decided = waiting.find(one => one.id === id) ?? aLostCase('Nobody')
    waiting = waiting.filter(one => one.id !== id)
    return { ...decided, state: approve ? 'open' : 'closed' }
  }
  const text = 'This photo is not of your dog'
  await openQueue(() => waiting, {
    'admin.statementTemplates': [{ id: 'template', action: 'close-lost', title: 'Another dog', text }],
    'admin.decideLost': decide,
  })
  await sees('Lost dogs (2 waiting)')
  await button(/Mochi/).click()
  await sees('There is an open report about this dog', '+1 555 0100 (shown to everybody)')
  await button('Refuse').click()
  await sees('Say why, so that the owner understands.')
  await page.getByLabelText('Start from a template').selectOptions('Another dog')
  await expect.element(page.getByLabelText(/^Statement/)).toHaveValue(text)
  await isGone(page.getByText('Say why, so that the owner understands.'))
  await button('Refuse').click()
  await sees('Lost dogs (1 waiting)')

  await button(/Rex/).click()
  await sees('Ran off')
  // Another moderator has changed it meanwhile.
  waiting = waiting.map(one => ({ ...one, version: one.version + 1 }))
  network.emit({ type: 'reports' })
  await sees('The search has changed since you opened it. Look again.')
  await button('Approve').click()
  await sees('No search waits for a decision.')
  const sent = network.calls('admin.decideLost').map(({ approve, statement }) => [approve, statement])
  expect(sent).toEqual([
    [false, text],
    [true, undefined],
  ])
})

test('a row that somebody else decides leaves the focus to the row that stands there then', async () => {
  let waiting = ['Ada', 'Bo', 'Cy', 'Di'].map(name => aLostCase(name))
  await openQueue(() => waiting)
  const decides = (...names: string[]) => {
    waiting = waiting.filter(({ dog }) => !names.includes(dog.name))
    // Not a second after the last.
    paced.clear()
    network.emit({ type: 'reports' })
  }
  const row = (name: string) => button(new RegExp(name))
  await isSeen(row('Bo'))
  row('Cy').element().focus()
  decides('Ada')
  await isGone(row('Ada'))
  await expect.element(row('Cy')).toHaveFocus()
  decides('Cy')
  await expect.element(row('Di')).toHaveFocus()
  decides('Di')
  await expect.element(row('Bo')).toHaveFocus()
  row('Bo').element().blur()
  decides('Bo')
  await sees('No search waits for a decision.')
  await expect.element(document.body).toHaveFocus()

  waiting = [aLostCase('Eve')]
  network.emit({ type: 'reports' })
  await isSeen(row('Eve'))
  row('Eve').element().focus()
  decides('Eve')
  await expect.element(page.getByRole('heading', { name: 'Lost dogs', level: 2 })).toHaveFocus()
})
