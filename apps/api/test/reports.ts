import type { AdminReport, AdminReportDetails, NewReport } from '@barkyard/domain/schemas/report'
import type { Person } from './client.ts'

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
