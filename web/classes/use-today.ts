import { useQuery } from '@tanstack/react-query'
import { useSession } from '#web/lib/session.ts'
import { todayQuery } from './queries.ts'

/** What the student does next over all courses. */
export function useToday() {
  const { loading, user } = useSession()
  return useQuery({ ...todayQuery(user?.email), enabled: !loading && user !== null })
}

export type TodayQuery = ReturnType<typeof useToday>
