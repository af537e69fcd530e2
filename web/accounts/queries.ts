import { queryOptions } from '@tanstack/react-query'
import { getProfile, listSessions } from '#contract/accounts.ts'
import { call } from '../lib/api.ts'

/** @param email of the session, so that another student in this tab never sees what was kept of the one before */
export const profileQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['profile', email ?? ''], queryFn: () => call(getProfile) })

/** @param email as above */
export const sessionsQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['sessions', email ?? ''], queryFn: async () => (await call(listSessions)).sessions })
