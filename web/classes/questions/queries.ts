import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listQuestions, readQuestion } from '#contract/learning/questions.ts'
import { call } from '#web/lib/api.ts'

/** What the board shows: a class alone, and words that are looked for. */
export interface BoardFilter {
  session: string
  q: string
}

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const boardQuery = (email: string | undefined, batchId: number, { session, q }: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: ['questions', email ?? '', batchId, session, q],
    queryFn: ({ pageParam }) =>
      call(listQuestions, {
        params: { batch_id: batchId },
        query: { ...(session ? { session } : {}), ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })

/** @param email of the session, as above */
export const questionQuery = (email: string | undefined, questionId: string) =>
  queryOptions({
    queryKey: ['question', email ?? '', questionId],
    queryFn: () => call(readQuestion, { params: { id: questionId } }),
  })
