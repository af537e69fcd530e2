import { useQueryClient } from '@tanstack/react-query'
import { batches } from '#contract/classes/staff/batches.ts'
import { holidays } from '#contract/classes/staff/holidays.ts'
import { sessions } from '#contract/classes/staff/sessions.ts'
import { listFreeTimes, readWeek } from '#contract/classes/staff/week.ts'

/** Reads everything about batches, classes and holidays again: each follows from the others. */
export function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  const read = [batches, sessions, holidays, readWeek, listFreeTimes]
  return () => Promise.all(read.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
}
