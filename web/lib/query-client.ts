import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'

/** Whether a failed read is retried: up to two times, but not after a 4xx or a timeout. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return error.name !== 'TimeoutError' && failures < 2
}

/** One client per tab is enough, because queries never run on the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: shouldRetry,
    },
  },
})
