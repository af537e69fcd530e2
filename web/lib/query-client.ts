import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'

/**
 * A refusal stays one, and a read that was waited for until its end is told now: what failed at once is asked twice more.
 */
export function isWorthAnotherTry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return error.name !== 'TimeoutError' && failures < 2
}

/** Nothing is fetched on the server, so one client serves every page of this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: isWorthAnotherTry,
    },
  },
})
