import { trpc } from '../trpc.ts'

// The numbers of what waits for a moderator, whichever list is shown; 0 while unknown.

export const useWaitingChecks = () =>
  trpc.admin.verifications.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0

export const useWaitingParks = () =>
  trpc.admin.parks.useQuery({ state: 'waiting', limit: 1 }, { throwOnError: false }).data?.total ?? 0

export const useWaitingLost = () =>
  trpc.admin.lostCases.useQuery({ state: 'waiting', limit: 1 }, { throwOnError: false }).data?.total ?? 0
