import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paced } from '../../../lib/refresh-soon.ts'
import { aLostCase, anAdmin, panelOf } from '../../../testing/admin-panel.ts'
import { network } from '../../../testing/network-links.ts'
import { open } from '../../../testing/open.tsx'
import { aPage } from '../../../testing/quiet-yard.ts'
import { isGone, sees } from '../../../testing/seen.ts'
import type { Inputs } from '../../../trpc.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('a moderator reads a search that waits, and opens or refuses it', async () => {
  let waiting = [aLostCase('Mochi', { reportId: 'report' }), aLostCase('Rex', { note: 'Ran off' })]
  const sent: Inputs['admin']['decideLost'][] = []
  const template = {
    id: 'template',
    action: 'close-lost' as const,
    title: 'Another dog',
    text: 'This photo is not of your dog',
  }
  await open('/admin/lost', {
    user: anAdmin({ role: 'moderator' }),
    answers: {
      ...panelOf([], []),
      'admin.lostCases': ({ state }: Inputs['admin']['lostCases']) => aPage(...(state === 'waiting' ? waiting : [])),
      'admin.statementTemplates': [template],
      'admin.decideLost': (input: Inputs['admin']['decideLost']) => {
        sent.push(input)
        const decided = waiting.find(({ id }) => id === input.id) ?? aLostCase('Nobody')
        waiting = waiting.filter(({ id }) => id !== input.id)
        return { ...decided, state: input.approve ? 'open' : 'closed' }
      },
    },
  })
  await sees('Lost dogs (2 waiting)')
  await button(/Mochi/).click()
  await sees('There is an open report about this dog')
  await sees('+1 555 0100 (shown to everybody)')
  await button('Refuse').click()
  await sees('Say why, so that the owner understands.')
  await page.getByLabelText('Start from a template').selectOptions('Another dog')
  await expect.element(page.getByLabelText(/^Statement/)).toHaveValue('This photo is not of your dog')
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
  expect(sent.map(({ approve, statement }) => [approve, statement])).toEqual([
    [false, 'This photo is not of your dog'],
    [true, undefined],
  ])
})

test('a row that somebody else decides leaves the focus to the row that stands there then', async () => {
  let waiting = ['Ada', 'Bo', 'Cy', 'Di'].map(name => aLostCase(name))
  await open('/admin/lost', {
    user: anAdmin({ role: 'moderator' }),
    answers: {
      ...panelOf([], []),
      'admin.lostCases': ({ state }: Inputs['admin']['lostCases']) => aPage(...(state === 'waiting' ? waiting : [])),
    },
  })
  const decides = (...names: string[]) => {
    waiting = waiting.filter(({ dog }) => !names.includes(dog.name))
    // Not a second after the last.
    paced.clear()
    network.emit({ type: 'reports' })
  }
  const row = (name: string) => button(new RegExp(name))
  await expect.element(row('Bo')).toBeVisible()
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
  await expect.element(row('Eve')).toBeVisible()
  row('Eve').element().focus()
  decides('Eve')
  await expect.element(page.getByRole('heading', { name: 'Lost dogs', level: 2 })).toHaveFocus()
})
