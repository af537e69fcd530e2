import { z } from 'zod'

/** Seconds that a hello may have and that are right for it, bytes of its file, and characters of what is said. */
export const helloLimits = { seconds: 30, right: 20, bytes: 20 * 1024 * 1024, words: 3000 } as const

/** A short video in which an instructor says hello. */
export const hello = z.object({
  video_url: z.string(),
  captions_url: z.string(),
  seconds: z.int(),
})
export type Hello = z.output<typeof hello>

export const helloExample: Hello = {
  video_url: '/media/hello/0b6f2c1e8f534a5e9d0c6a4f1d3c2b7a.mp4',
  captions_url: '/media/hello/0b6f2c1e8f534a5e9d0c6a4f1d3c2b7a.vtt',
  seconds: 18,
}
