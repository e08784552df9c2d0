import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { getQueryKey } from '@trpc/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paced } from '../../lib/refresh-soon.ts'
import { anAdmin, aUsersDog, panelOf } from '../../testing/admin-panel.ts'
import { type Answers, fails, held, network, refuses } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, leadsTo, says, sees, texts } from '../../testing/seen.ts'
import { queryClient, trpc } from '../../trpc.ts'

test('Escape in the report dialog returns the focus to the menu, the first time too; a report is sent once, and its owner can be blocked as well', async () => {
  const biscuit = aNeighbour({ name: 'Biscuit' })
  const sent = held<{ id: string }>()
  const answers: Answers = {
    'dogs.get': biscuit,
    'reports.create': () => sent.promise,
    'blocks.create': { id: 'block', kind: 'owner', dog: biscuit, createdAt: report.createdAt },
  }
  await open(`/dog/${biscuit.id}`, { answers })
  const menu = page.getByRole('button', { name: 'More about Biscuit' })
  const dialog = page.getByRole('dialog', { name: 'Report Biscuit' })
  await expect.element(menu).toBeVisible()
  for (const _ of ['first', 'second']) {
    menu.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    await expect.element(dialog.getByRole('radio').first()).toBeVisible()
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await isGone(dialog)
    await expect.element(menu).toHaveFocus()
  }
  const press = (name: string) => dialog.getByRole('button', { name })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await dialog.getByRole('radio', { name: 'Rude or hurtful messages' }).click()
  await press('Safety guide').click()
  await expect.element(dialog.getByRole('heading', { name: 'Block and report' })).toBeVisible()
  await press('Back to the report').click()
  await press('Next').click()
  await dialog.getByLabelText(/^What happened/).fill('Called my dog names')
  await press('Send report').tripleClick()
  sent.resolve({ id: 'case' })
  await sees(/^Thank you\. A moderator will read your report/)
  expect(network.calls('reports.create')).toEqual([{ dogId: biscuit.id, kind: 'rude', note: 'Called my dog names' }])
  await press("Block Biscuit's owner").click()
  await sees("Biscuit's owner is blocked")
  await isAt('/sniff')
})

test('an owner reads why, and appeals once', async () => {
  const [id, createdAt] = ['notice', report.createdAt]
  const about = {
    action: 'warn',
    dogId: 'dog',
    dogName: 'Biscuit',
    until: null,
    appealBy: '2099-01-01T12:00:00Z',
  } as const
  const notice = { ...about, id, createdAt, statement: 'Please be kind', appeal: null }
  const appeal = { text: 'It was a joke', state: 'open', statement: null } as const
  const sending = held<void>()
  const appealed = async () => {
    await sending.promise
    const next = { ...notice, appeal }
    network.answer({ 'notices.list': aPage(next) })
    return next
  }
  await open('/settings/privacy', { answers: { 'notices.list': aPage(notice), 'notices.appeal': appealed } })
  await sees('Please be kind')
  await page.getByLabelText('Think this is wrong? Say why').fill(appeal.text)
  await page.getByRole('button', { name: 'Appeal' }).tripleClick()
  sending.resolve()
  await sees('You appealed. A moderator will review it.', 'Appeal sent')
  expect(network.calls('notices.appeal')).toEqual([{ noticeId: id, text: appeal.text }])
})

const cleo = anOwner({ firstName: 'Cleo', lastName: 'Park' })
const report: AdminReportDetails = {
  id: 'case',
  kind: 'spam',
  notes: [],
  state: 'open',
  version: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  about: 'dog',
  dog: { id: 'dog', name: 'Biscuit' },
  owner: { id: cleo.id, firstName: 'Cleo', lastName: 'Park', email: cleo.email },
  reporters: 1,
  claim: null,
  evidence: { dog: null, earlierDogs: [], photos: [], twins: [], messages: [], titles: [], lost: [] },
  reportedBy: [],
  decisions: [],
  adminNotes: [],
  currentDog: null,
  suspension: null,
  earlier: [],
}
const runOut = { mine: false, by: 'Bo Admin', until: report.createdAt }
const answers = {
  ...panelOf([], []),
  'admin.reports': aPage(report),
  'admin.report': report,
  'admin.statementTemplates': [],
} satisfies Answers
const dialog = page.getByRole('dialog', { name: 'Report' })
const row = page.getByRole('button', { name: /^Biscuit: / })
const button = (name: string | RegExp) => dialog.getByRole('button', { name })
const decision = dialog.getByLabelText('Decision', { exact: true })
const statement = dialog.getByLabelText('Statement (sent to the owner)')
const reason = dialog.getByLabelText('Reason (not sent to the owner)')
const openCase = (more: Answers = {}, user = anAdmin()) =>
  open('/admin/reports/case', { user, viewport: [1280, 1100], answers: { ...answers, ...more } })

test('the queue says how old a case is and whose it is; a case has an address, shows the notes among admins, and leads back to its row, from another one too', async () => {
  const claim = { mine: true, by: 'Alex Admin', until: '2099-11-26T12:00:00.000Z' }
  const fresh = { ...report, createdAt: new Date().toISOString(), claim }
  const another = { ...report, id: 'another', dog: { id: 'rex', name: 'Rex' }, claim: runOut }
  const { kind, state, createdAt } = report
  const dog = aDog({ name: 'Biscuit' })
  const title = { id: 'walk', kind: 'walk', title: 'Nobody wants you here', byDogId: 'dog', whenTs: createdAt } as const
  const shown: AdminReportDetails = {
    ...fresh,
    adminNotes: [{ id: 'note', at: createdAt, by: 'Bo Admin', text: 'Asked for another photo' }],
    evidence: { ...report.evidence, dog, titles: [title], earlierDogs: [aDog({ breed: 'Wolf' })] },
    currentDog: { ...dog, bio: 'Kind to everybody' },
    earlier: [{ id: 'before', kind, state, createdAt, dogName: 'Rex', action: null }],
  }
  const more: Answers = {
    'admin.reports': ({ claimed }) => (claimed === 'nobody' ? aPage() : aPage(fresh, another)),
    'admin.report': ({ id }) =>
      id === 'case' ? shown : id === 'before' ? { ...report, id } : refuses('report-not-found')(),
  }
  await open('/admin/reports/unknown', { user: anAdmin(), answers: { ...answers, ...more } })
  await says(page.getByRole('dialog'), 'Report not found')
  await userEvent.keyboard('{Escape}')
  await says(row, /new · .*Yours/)
  await expect.element(page.getByRole('button', { name: /^Rex: / })).not.toHaveTextContent('Bo Admin')
  const claimed = page.getByRole('combobox', { name: 'Who claimed them' })
  await claimed.selectOptions('Claimed by nobody')
  await sees('No open reports match this choice.')
  await claimed.selectOptions('Claimed by me')
  await expect.poll(() => network.calls('admin.reports').some(one => one.claimed === 'me')).toBe(true)
  await row.click()
  await isAt('/admin/reports/case')
  await says(dialog.getByRole('region', { name: 'Notes among moderators and admins' }), 'Asked for another photo')
  await says(dialog.getByRole('region', { name: 'At an earlier report' }), 'Wolf')
  await says(dialog.getByRole('region', { name: /^Titles/ }), title.title)
  const now = dialog.getByRole('region', { name: 'The dog now' })
  expect(now.element().querySelector('mark')?.textContent).toBe('Kind to everybody')

  history.back()
  await isGone(dialog)
  await isAt('/admin/reports')
  await expect.element(row).toHaveFocus()
  // Escape pressed twice leaves the case, not the queue.
  await row.click()
  await isSeen(decision)
  await userEvent.keyboard('{Escape}{Escape}')
  await isGone(dialog)
  await isAt('/admin/reports')
  await row.click()
  await button(/^Open the case of .*Rex/).click()
  await isAt('/admin/reports/before')
  await isSeen(decision)
  await button('Close').click()
  await isAt('/admin/reports')
  await isGone(dialog)
  history.go(2)
  await isAt('/admin/reports/before')
  await button('Close').click()
  await isAt('/admin/reports')
})

test('an admin writes a template, once, and deletes it', async () => {
  const made = { action: 'warn', title: 'Barking at night', text: 'Please bark by day.' } as const
  const template = { id: 'template', ...made }
  const sending = held<void>()
  const created = async () => {
    await sending.promise
    network.answer({ 'admin.statementTemplates': [template] })
    return template
  }
  const deleted = () => {
    network.answer({ 'admin.statementTemplates': [] })
    return { ok: true } as const
  }
  const changes = { 'admin.createStatementTemplate': created, 'admin.deleteStatementTemplate': deleted }
  await open('/admin/reports', { user: anAdmin(), answers: { ...answers, ...changes } })
  await page.getByRole('radio', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  const form = page.getByRole('dialog', { name: 'New template' })
  await form.getByLabelText(/^Title/).fill(made.title)
  await form.getByLabelText('Statement').fill(made.text)
  await form.getByRole('button', { name: 'Save' }).tripleClick()
  sending.resolve()
  await sees(made.text)
  expect(network.calls('admin.createStatementTemplate')).toEqual([made])
  await page.getByRole('button', { name: 'Delete Barking at night' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await isGone(page.getByText(made.text))
})

test('a moderator lifts a suspension where they read the case, and what is typed while a note is sent stays', async () => {
  let suspension: AdminReportDetails['suspension'] = { until: '2026-12-24T12:00:00.000Z' }
  const lift = () => {
    suspension = null
    return { ok: true } as const
  }
  const sent = held<{ ok: true }>()
  await openCase(
    {
      'admin.report': () => ({ ...report, suspension }),
      'admin.liftSuspension': lift,
      'admin.noteReport': () => sent.promise,
    },
    anOwner({ role: 'moderator' }),
  )
  await isSeen(dialog.getByText(/^Suspended until .*24/))
  // No address, no page of a user, no deletion, and no suspension for good.
  expect(dialog.getByText(/@/).query() ?? dialog.getByRole('link', { name: 'Cleo Park' }).query()).toBeNull()
  expect(texts(decision.getByRole('option')).filter(text => text?.startsWith('Delete'))).toEqual([])
  await decision.selectOptions('suspend')
  await statement.fill('Enough')
  await expect.element(button('Suspend the owner')).toBeDisabled()
  await button('Lift the suspension').click()
  const asking = page.getByRole('dialog', { name: 'Lift the suspension?' })
  await says(asking, 'Cleo Park can use Barkyard again at once')
  await asking.getByRole('button', { name: 'Lift the suspension' }).click()
  await isGone(dialog.getByText(/^Suspended/))
  await sees('Suspension lifted')
  expect(network.calls('admin.liftSuspension')).toEqual([{ userId: cleo.id }])
  await expect.element(dialog.getByRole('heading', { name: /^Biscuit/ })).toHaveFocus()

  const note = page.getByLabelText('A note for other moderators and admins')
  await note.fill('First')
  await button('Add note').click()
  await note.fill('First, and more')
  const reads = network.calls('admin.report').length
  sent.resolve({ ok: true })
  await expect.poll(() => network.calls('admin.report').length).toBeGreaterThan(reads)
  await expect.element(note).toHaveValue('First, and more')
})

test('about a sighting of somebody without an account nothing can be decided but to dismiss', async () => {
  const { createdAt } = report
  const said = { lostId: 'lost', sightingId: 'one', state: 'holding', note: 'Pay me first', where: 'Oak Street' }
  const rest = { keptAt: createdAt, at: createdAt, lat: null, lng: null, wearing: null, phone: null, photo: null }
  const evidence = { ...report.evidence, lost: [{ ...said, ...rest }] }
  await openCase({ 'admin.report': { ...report, about: 'sighting', owner: null, evidence } })
  await says(dialog.getByRole('region', { name: 'The sighting' }), 'Pay me first')
  expect(texts(decision.getByRole('option'))).toEqual(['Dismiss the reports'])
})

test('a photo that another dog has shown first stands beside that one, and a later one is removed with it', async () => {
  const [copy, first, added] = [aPhoto(), aPhoto(), aPhoto()]
  const other = { photoId: first.id, dogId: 'other', dogName: 'Copper', url: first.urlThumb, removed: false }
  const evidence: AdminReportDetails['evidence'] = {
    ...report.evidence,
    photos: [{ id: copy.id, url: copy.urlThumb, reported: true, removed: false }],
    twins: [{ photoId: copy.id, other }],
  }
  await openCase({
    'admin.report': { ...report, evidence, currentDog: aNeighbour({ photos: [copy, added] }) },
    'admin.decideReport': report,
  })
  const twins = page.getByRole('region', { name: 'The same photo elsewhere' })
  await expect.element(twins.getByRole('img', { name: 'Photo of Biscuit' })).toHaveAttribute('src', copy.urlThumb)
  await expect.element(twins.getByRole('img', { name: 'Photo of Copper' })).toHaveAttribute('src', first.urlThumb)
  await leadsTo(twins.getByRole('link', { name: 'Copper', exact: true }), '/dog/other')
  await leadsTo(page.getByRole('link', { name: 'Cleo Park' }), `/admin/users/${cleo.id}`)

  await decision.selectOptions('remove-photos')
  for (const name of ['Photo 1', 'Photo 2']) await dialog.getByRole('checkbox', { name }).click()
  await statement.fill('Not yours')
  await button('Remove photos').click()
  await isGone(dialog)
  expect(network.calls('admin.decideReport')).toMatchObject([{ photoIds: [copy.id, added.id] }])
})

test('Close stays where it is while a case loads; a suspension ends as the chosen day begins where the moderator is; one for good and a deletion ask for the name', async () => {
  const [read, decided] = [held<AdminReportDetails>(), held<AdminReportDetails>()]
  await openCase({
    ...panelOf([], [aUsersDog({ ...cleo, dogCount: 1 }, 'Biscuit')]),
    'admin.report': () => read.promise,
    'admin.decideReport': () => decided.promise,
  })
  await isSeen(button('Close'))
  const place = () => button('Close').element().getBoundingClientRect().toJSON()
  const before = place()
  read.resolve(report)
  await isSeen(button('Claim'))
  expect(place()).toEqual(before)

  network.answerOnce({ 'admin.decideReport': report })
  await decision.selectOptions('suspend')
  await dialog.getByLabelText(/^Until/).fill('2031-06-01')
  await statement.fill('Enough')
  await button('Suspend the owner').click()
  await isGone(dialog)

  await row.click()
  const asking = page.getByRole('dialog', { name: /Cleo Park/ })
  await decision.selectOptions('suspend')
  await statement.fill('Enough')
  await button('Suspend the owner').click()
  await says(asking, 'for good')
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await isGone(asking)
  await decision.selectOptions('delete-user')
  await button('Delete the owner’s account').click()
  await says(asking, /All their dogs \(1 dog\).* cannot be undone/)
  const [confirm, name] = [asking.getByRole('button', { name: 'Delete the owner' }), asking.getByRole('textbox')]
  await name.fill('Cleo')
  await expect.element(confirm).toBeDisabled()
  await name.fill('cleo park ')
  await confirm.tripleClick()
  await expect.element(asking.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  decided.resolve(report)
  await isGone(dialog)
  const about = { id: 'case', statement: 'Enough', version: 1 }
  expect(network.calls('admin.decideReport')).toEqual([
    // In Berlin (vitest.config.ts).
    { ...about, action: 'suspend', until: '2031-05-31T22:00:00.000Z' },
    { ...about, action: 'delete-user' },
  ])
})

test('a case is claimed once no other claim holds, and a decision needs a statement, which stays whatever becomes of the case', async () => {
  const claim = { mine: true, by: 'Alex Admin', until: '2099-11-26T12:00:00.000Z' }
  let shown: AdminReportDetails = { ...report, claim: runOut }
  const becomes = (changes: Partial<AdminReportDetails>) => {
    shown = { ...report, ...changes }
    // Not a second after the last.
    paced.clear()
    network.emit({ type: 'reports' })
  }
  await openCase({
    'admin.report': () => shown,
    'admin.claimReport': () => {
      shown = { ...report, claim }
      return shown
    },
  })
  await expect.element(dialog.getByRole('heading', { name: /^Biscuit/ })).toHaveFocus()
  await button(/^Claim this case/).click()
  await isSeen(button(/^Claim it for another/))
  expect(network.calls('admin.claimReport')).toEqual([{ id: 'case' }])
  const send = button('Dismiss the reports')
  await reason.fill('  ')
  await expect.element(send).toBeDisabled()
  await reason.fill('A joke')
  await expect.element(send).toBeEnabled()
  network.answerOnce({ 'admin.report': fails })
  await queryClient.refetchQueries({ queryKey: getQueryKey(trpc.admin.report) })
  await expect.element(reason).toHaveValue('A joke')
  becomes({ version: 2 })
  await sees(/^Something was added to this case/)
  await expect.element(reason).toHaveValue('A joke')
  const decided = { action: 'dismiss', statement: 'It was no joke', by: 'Bo Admin', at: report.createdAt } as const
  becomes({ version: 3, state: 'decided', decisions: [{ ...decided, until: null }] })
  await sees(/You had written: “A joke”$/)
  await says(dialog.getByRole('region', { name: 'Decisions' }), /Dismiss the reports.*It was no joke/)
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await isGone(dialog)
  const queue = page.getByRole('region', { name: /^Reports/ })
  await expect.poll(() => queue.element().contains(document.activeElement)).toBe(true)

  // An appeal. Another admin was faster, of whom nothing was heard.
  const notes = [{ at: report.createdAt, text: 'It was a joke' }]
  const appeal: AdminReportDetails = { ...report, id: 'appeal', kind: 'appeal', notes }
  network.answer({ 'admin.reports': aPage(appeal) })
  becomes(appeal)
  await says(row, 'Biscuit: an appeal against a decision')
  await row.click()
  await says(dialog.getByRole('region', { name: 'What the owner says' }), 'It was a joke')
  expect(texts(decision.getByRole('option'))).toEqual(['Uphold the decision', 'Reverse the decision'])
  await statement.fill('I agree')
  shown = { ...appeal, state: 'decided' }
  network.answer({ 'admin.decideReport': fails })
  await button('Uphold the decision').click()
  await sees(/You had written: “I agree”$/)
})
