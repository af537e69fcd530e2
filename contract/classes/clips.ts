import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { captionLanguages } from './classes.ts'
import { recordingKinds } from './recording-links.ts'

/** Seconds that a clip has, and the last one at which it may begin. */
export const clipLimits = { shortest: 10, longest: 60, latest: 86_399 } as const

/** A part of a recording, in its seconds. */
export const clipPart = z.object({
  from_seconds: z.int(),
  to_seconds: z.int(),
  /** The home page shows it, as well as the page of the course. */
  on_home: z.boolean(),
})
export type ClipPart = z.output<typeof clipPart>

const second = z.int('Please give a time such as 1:30.').min(0, 'Please give a time such as 1:30.')

/** What staff choose. Whether it lies within the recording is for the server to say. */
export const clipInput = z
  .strictObject({
    from_seconds: second.max(clipLimits.latest, 'A clip begins within the first day.'),
    to_seconds: second,
    on_home: z.boolean(),
  })
  .superRefine(({ from_seconds: from, to_seconds: to }, context) => {
    const problem = clipProblem(from, to)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['to_seconds'], message: problem })
  })

/** What is wrong with the length of a clip; null when nothing is. */
export function clipProblem(from: number, to: number): string | null {
  if (to <= from) return 'A clip ends after it begins.'
  if (to - from < clipLimits.shortest) return `A clip has at least ${clipLimits.shortest} seconds.`
  return to - from > clipLimits.longest ? `A clip has at most ${clipLimits.longest} seconds.` : null
}

const clip = z.object({
  recording_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  batch_id: z.int(),
  /** Number of the class within its batch, from 1. */
  day_number: z.int(),
  title: z.string(),
  from_seconds: z.int(),
  to_seconds: z.int(),
  kind: z.enum(recordingKinds),
  /** False for a video of another host: a public page loads nothing of other hosts, so it only links to the class. */
  plays_here: z.boolean(),
  /** What is said in it, with the second of the recording. Empty when the captions are a file. */
  lines: z.array(z.object({ at_seconds: z.number(), text: z.string() })),
})
export type Clip = z.output<typeof clip>

const clipExample: Clip = {
  recording_id: 1,
  course_id: 1,
  course: 'Full Stack Web Development',
  batch_id: 103,
  day_number: 1,
  title: 'What happens when you press Enter',
  from_seconds: 14,
  to_seconds: 46,
  kind: 'file',
  plays_here: true,
  lines: [{ at_seconds: 14.2, text: 'The host is a name, and the network works with numbers.' }],
}

const shown = z.object({ clip: clip.nullable() })

export const readHomeClip = endpoint({
  name: 'readHomeClip',
  method: 'GET',
  path: '/clip/',
  tag: 'Classes',
  summary: 'The clip of a free recording that the home page shows; null when there is none',
  access: 'public',
  answers: { 200: shown },
  example: { answer: { clip: clipExample } },
  cacheTags: ['course'],
})

export const readCourseClip = endpoint({
  name: 'readCourseClip',
  method: 'GET',
  path: '/courses/:id/clip/',
  tag: 'Classes',
  summary: 'The clip that the page of a course shows: that of its first class with one; null when there is none',
  access: 'public',
  params: z.object({ id }),
  answers: { 200: shown },
  example: { answer: { clip: clipExample } },
  cacheTags: ['course:{id}'],
})

const freeVideo = z.object({
  /** Expires an hour after the last read. */
  video_url: z.string(),
  is_playlist: z.boolean(),
  captions: z.array(z.object({ language: z.enum(captionLanguages), url: z.string() })),
})
export type FreeVideo = z.output<typeof freeVideo>

export const readFreeVideo = endpoint({
  name: 'readFreeVideo',
  method: 'GET',
  path: '/free-videos/:recording_id/',
  tag: 'Classes',
  summary: 'What plays a free recording of the school, for its clip',
  access: 'public',
  params: z.object({ recording_id: id }),
  answers: { 200: freeVideo },
  errors: [404],
  example: {
    answer: {
      video_url: '/media/recordings/0b6f2c1e-8f53-4a5e-9d0c-6a4f1d3c2b7a.…/lesson-1.mp4',
      is_playlist: false,
      captions: [{ language: 'en', url: '/media/recordings/0b6f2c1e-8f53-4a5e-9d0c-6a4f1d3c2b7a.…/captions/3-1.vtt' }],
    },
  },
})
