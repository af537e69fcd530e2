import { useQueryClient } from '@tanstack/react-query'
import { batches } from '#contract/classes/staff/batches.ts'
import { holidays } from '#contract/classes/staff/holidays.ts'
import { sessions } from '#contract/classes/staff/sessions.ts'

/** Reads everything about batches, classes and holidays again: each follows from the others. */
export function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all([batches, sessions, holidays].map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
}
