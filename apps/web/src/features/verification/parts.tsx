import type { Verification } from '@barkyard/domain/schemas/verification'

export const EVIDENCE = {
  width: '100%',
  maxHeight: '50vh',
  borderRadius: 14,
  background: 'var(--sunken)',
  objectFit: 'contain',
} as const

/** The photo that was sent. The version makes a browser show the latest one. */
export const evidenceUrl = ({ id, version }: Verification) => `/api/verifications/${id}/evidence?version=${version}`

export const Code = ({ code }: { code: string }) => (
  <strong className="on-ball sunken display text-name breakable block mt-8" style={{ textAlign: 'center' }}>
    {code}
  </strong>
)
