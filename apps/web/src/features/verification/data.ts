import type { Verification } from '@barkyard/domain/schemas/verification'

/** The photo that was sent. The version makes a browser show the latest one. */
export const evidenceUrl = ({ id, version }: Verification) => `/api/verifications/${id}/evidence?version=${version}`
