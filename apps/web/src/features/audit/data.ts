import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/infinite-list.ts'
import { trpc } from '../../trpc.ts'

/** Entries per page. */
const PAGE = 200

export const useAudit = (search: string): InfiniteList<AuditEntry> =>
  useInfiniteList(trpc.admin.audit.useInfiniteQuery({ search, limit: PAGE }, paged))
