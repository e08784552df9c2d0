import type { AdminReport, AdminReportDetails, NewReport, Notice } from '@barkyard/domain/schemas/report'
import { ownerWithDog, type Person } from './client.ts'

/** Reports a dog and answers the id of its case. */
export async function report(person: Person, fields: Partial<NewReport> & { dogId: string }): Promise<string> {
  const { status, body } = await person.post<{ id: string }>('/api/reports', { kind: 'rude', ...fields })
  if (status !== 200) throw new Error(`reporting answered ${status}: ${JSON.stringify(body)}`)
  return body.id
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

/** An owner whose dog is reported. */
export async function reportedBy(reporter: Person, url: string) {
  const { owner, dog } = await ownerWithDog(url)
  return { owner, dog, id: await report(reporter, { dogId: dog.id, note: 'Look at this' }) }
}

export const noticesOf = async (person: Person) => (await person.get<Notice[]>('/api/notices')).body
