import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'

const video = z.object({
  id: z.int(),
  title: z.string(),
  date: day,
  day_number: z.int(),
  course: z.string(),
  duration_seconds: z.int(),
  is_preview: z.boolean(),
  locked: z.boolean(),
  /** Null for whoever is not enrolled, unless staff opened it as a free preview. */
  video_url: z.string().nullable(),
})
export type Video = z.output<typeof video>

export const listVideos = endpoint({
  name: 'listVideos',
  method: 'GET',
  path: '/videos/:batchId/',
  tag: 'Classes',
  summary: 'Recordings of a batch by day',
  access: 'optional',
  params: z.object({ batchId: id }),
  answers: { 200: z.object({ videos: z.array(video) }) },
  errors: [404],
  example: {
    answer: {
      videos: [
        {
          id: 1,
          title: 'HTTP from first principles',
          date: '2026-11-03',
          day_number: 1,
          course: 'Full Stack Web Development',
          duration_seconds: 5400,
          is_preview: true,
          locked: false,
          video_url: 'media/demo/lesson-1.mp4',
        },
      ],
    },
  },
})
