import { QueryClient } from '@tanstack/react-query'
import { ConnectionError } from '#contract/client.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => error instanceof ConnectionError && failures < 2,
      },
      // Each screen says what failed and keeps what was typed; a change is never sent twice by itself.
      mutations: { retry: false },
    },
  })
}
