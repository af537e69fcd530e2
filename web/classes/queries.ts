import { queryOptions } from '@tanstack/react-query'
import { readOwnAttendance } from '#contract/classes/attendance.ts'
import { readCalendarFeed } from '#contract/classes/calendar-feeds.ts'
import { readRoom, listVideos } from '#contract/classes/classes.ts'
import { listClassNotes } from '#contract/classes/notes.ts'
import { readStudentToday } from '#contract/enrolment/enrolment.ts'
import { listOwnWork, readOwnWork } from '#contract/learning/work.ts'
import { call } from '#web/lib/api.ts'
import { readVideos } from './read-videos.ts'
import { startClock } from '#ui/server-clock.ts'

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const roomQuery = (email: string | undefined, courseId: string) =>
  queryOptions({
    queryKey: ['room', email ?? '', courseId],
    queryFn: async () => {
      const room = await call(readRoom, { params: { course_id: courseId } })
      return { ...room, clock: startClock(room.now) }
    },
  })

export const videosQuery = (email: string | undefined, batchId: string) =>
  queryOptions({
    queryKey: ['videos', email ?? '', batchId],
    queryFn: async () => {
      const answer = await call(listVideos, { params: { batch_id: batchId } })
      return { ...answer, videos: readVideos(answer), clock: startClock(answer.now) }
    },
    // No refetch while a recording plays; `renewEvery` renews the links.
    staleTime: 60_000,
  })

/** @param email of the session, as above */
export const attendanceQuery = (email: string | undefined, batchId: number) =>
  queryOptions({
    queryKey: ['attendance', email ?? '', batchId],
    queryFn: () => call(readOwnAttendance, { params: { batch_id: batchId } }),
  })

/** The exercises of all batches by due date. @param email of the session, as above */
export const ownWorkQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['own-work', email ?? ''],
    queryFn: async () => {
      const work = await call(listOwnWork)
      return { ...work, clock: startClock(work.now) }
    },
  })

/** @param email of the session, as above */
export const exerciseQuery = (email: string | undefined, exerciseId: string) =>
  queryOptions({
    queryKey: ['exercise', email ?? '', exerciseId],
    queryFn: () => call(readOwnWork, { params: { id: exerciseId } }),
  })

/** @param email of the session, as above */
export const classNotesQuery = (email: string | undefined, sessionId: number) =>
  queryOptions({
    queryKey: ['class-notes', email ?? '', sessionId],
    queryFn: () => call(listClassNotes, { params: { session_id: sessionId } }),
  })

/** @param email of the session, as above */
export const todayQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['today', email ?? ''],
    queryFn: async () => {
      const today = await call(readStudentToday)
      return { ...today, clock: startClock(today.now) }
    },
  })

/** @param email of the session, as above */
export const calendarFeedQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['calendar-feed', email ?? ''], queryFn: () => call(readCalendarFeed) })

/** Milliseconds between refetches while a recording plays. The links expire an hour after each. */
export const renewIntervalMs = 20 * 60_000
