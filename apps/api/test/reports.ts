import type { AdminReport, AdminReportDetails, NewReport, Notice } from '@barkyard/domain/schemas/report'
import type { TestApp } from './app.ts'
import { ownerWithDog, type Person } from './client.ts'

/** Reports a dog and returns the reporter's id of it. */
export async function report(person: Person, fields: Partial<NewReport> & { dogId: string }): Promise<string> {
  const { status, body } = await person.post<{ id: string }>('/api/reports', { kind: 'rude', ...fields })
  if (status !== 200) throw new Error(`reporting answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

/** Reports a dog and returns the id of its case. */
export const reportingTo =
  (app: TestApp) =>
  async (person: Person, fields: Partial<NewReport> & { dogId: string }): Promise<string> => {
    const id = await report(person, fields)
    const query = app.services.db.selectFrom('reports').select('case_id').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).case_id
  }

export const readCase = async (admin: Person, id: string): Promise<AdminReportDetails> =>
  (await admin.get<AdminReportDetails>(`/api/admin/reports/${id}`)).body

export const readQueue = async (admin: Person, query = ''): Promise<AdminReport[]> =>
  (await admin.get<AdminReport[]>(`/api/admin/reports${query}`)).body

/** Decides a case as it stands. */
export async function decide(admin: Person, id: string, fields: object) {
  const { version } = await readCase(admin, id)
  return admin.post<AdminReport>(`/api/admin/reports/${id}/decide`, { statement: 'Because', version, ...fields })
}

export async function reportedBy(reporter: Person, app: TestApp) {
  const { owner, dog } = await ownerWithDog(app.url)
  return { owner, dog, id: await reportingTo(app)(reporter, { dogId: dog.id, note: 'Look at this' }) }
}

export const noticesOf = async (person: Person) => (await person.get<Notice[]>('/api/notices')).body

/** Appeals against one's last notice. @returns the case of the appeal, as another admin finds it. */
export async function appeal(owner: Person, admin: Person, text = 'Please'): Promise<string> {
  const [notice] = await noticesOf(owner)
  const { status } = await owner.post('/api/appeals', { noticeId: notice?.id, text })
  if (status !== 200) throw new Error(`appealing answered ${status}`)
  const found = (await readQueue(admin)).find(one => one.kind === 'appeal' && one.owner?.id === owner.user.id)
  return found?.id ?? ''
}
