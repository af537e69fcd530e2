import type { UseQueryResult } from '@tanstack/react-query'

/** Whether a query is on its first try. What stands below it waits so long, because it would be moved; a failed one is not waited for. */
export const isOnFirstTry = ({ data, error, failureCount }: Pick<UseQueryResult, 'data' | 'error' | 'failureCount'>): boolean =>
  data === undefined && !error && failureCount === 0
