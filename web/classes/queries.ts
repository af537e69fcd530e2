import { queryOptions } from '@tanstack/react-query'
import { getRoom, listVideos } from '#contract/classes.ts'
import { call } from '../lib/api.ts'
import { readVideos } from './read-videos.ts'
import { startClock } from './server-clock.ts'

/** @param email of the session, so that another student in this tab never sees what was kept of the one before */
export const roomQuery = (email: string | undefined, courseId: string) =>
  queryOptions({
    queryKey: ['room', email ?? '', courseId],
    queryFn: async () => {
      const room = await call(getRoom, { params: { courseId } })
      return { ...room, clock: startClock(room.now) }
    },
  })

export const videosQuery = (email: string | undefined, batchId: string) =>
  queryOptions({
    queryKey: ['videos', email ?? '', batchId],
    queryFn: async () => {
      const answer = await call(listVideos, { params: { batchId } })
      return { ...answer, videos: readVideos(answer), clock: startClock(answer.now) }
    },
    // A list that changes under a running player helps nobody; its links are renewed by `renewEvery`.
    staleTime: 60_000,
  })

/** Milliseconds between two readings of a list whose recording plays: the links that it gave live on for an hour from each. */
export const renewEvery = 20 * 60_000
