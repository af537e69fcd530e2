import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'

/** Nothing is fetched on the server, so one client serves every page of this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal stays one; what was not answered is asked twice more.
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
    },
  },
})
