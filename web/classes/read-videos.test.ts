import { expect, it } from 'vitest'
import type { Video } from '#contract/classes/classes.ts'
import { chooseVideo, readVideos } from './read-videos.ts'

const video = (day: number, more: Partial<Video> = {}): Video => ({
  id: day,
  session_id: day,
  title: `Day ${day}`,
  date: '2031-02-03',
  day_number: day,
  course: 'Testing',
  duration_seconds: 54,
  is_preview: false,
  kind: 'file',
  locked: false,
  video_url: 'media/recordings/x.mp4',
  captions_url: null,
  poster_url: null,
  download_url: null,
  captions: [],
  chapters: [],
  position_seconds: 0,
  completed: false,
  ...more,
})

it('accepts a list or a single object, and rejects anything else', () => {
  expect(readVideos({ videos: [video(1), video(2)] })).toHaveLength(2)
  expect(readVideos({ videos: video(1) })).toEqual([video(1)])
  expect(readVideos({ videos: [] })).toEqual([])
  for (const videos of [undefined, null, 'text', 3]) expect(() => readVideos({ videos })).toThrow('no videos')
})

it('chooses the requested day, or undefined for an unknown day', () => {
  const videos = [video(1), video(2, { locked: true })]
  expect(chooseVideo(videos, '2')?.id).toBe(2)
  expect(chooseVideo(videos, '3')).toBeUndefined()
})

it('prefers a started recording, then an unwatched, then an open one', () => {
  const begun = { position_seconds: 9 }
  const done = { completed: true, position_seconds: 54 }
  expect(chooseVideo([video(1, begun), video(2, begun), video(3)], null)?.id).toBe(2)
  expect(chooseVideo([video(1, done), video(2), video(3)], null)?.id).toBe(2)
  expect(chooseVideo([video(1, { locked: true }), video(2, done)], null)?.id).toBe(2)
  expect(chooseVideo([video(1, { locked: true }), video(2, { locked: true })], null)?.id).toBe(1)
  expect(chooseVideo([], null)).toBeUndefined()
})

it('reads a video with only the specified fields, without a length [SEC-082]', () => {
  const given = { id: 1, title: 'Day one', date: '2031-02-03', day_number: 1, course: 'Testing', video_url: 'a.mp4' }
  const [read] = readVideos({ videos: given })
  expect(read).toMatchObject({ ...given, locked: false, duration_seconds: 0, position_seconds: 0, captions_url: null })
  expect(readVideos({ videos: { ...given, video_url: undefined } })).toMatchObject([{ locked: true, video_url: null }])
  expect(chooseVideo(read ? [read] : [], null)?.id).toBe(1)
})
