import type { Role } from '@barkyard/domain/rights'
import { CollarTag } from '../../../components/collar-tag.tsx'

export const ROLE_WORDS: Record<Role, string> = { owner: 'Owner', moderator: 'Moderator', admin: 'Admin' }

export const RoleTag = ({ role, size = 'md' }: { role: Role; size?: 'sm' | 'md' }) =>
  role === 'owner' ? null : (
    <CollarTag tone="grass" size={size}>
      {ROLE_WORDS[role]}
    </CollarTag>
  )
