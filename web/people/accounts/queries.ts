import { queryOptions } from '@tanstack/react-query'
import { readProfile, listSessions } from '#contract/people/accounts.ts'
import { readMailPreferences } from '#contract/classes/mail-preferences.ts'
import { call } from '#web/lib/api.ts'

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const profileQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['profile', email ?? ''], queryFn: () => call(readProfile) })

/** @param email of the session, as above */
export const sessionsQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['sessions', email ?? ''], queryFn: async () => (await call(listSessions)).sessions })

/** @param email of the session, as above */
export const mailPreferencesQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['mail-preferences', email ?? ''], queryFn: () => call(readMailPreferences) })
