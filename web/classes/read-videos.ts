import type { Video } from '#contract/classes.ts'

/** The field `videos` is a list or, from a server that has just one, a single object. */
export function readVideos(answer: { videos?: unknown }): Video[] {
  const { videos } = answer
  if (Array.isArray(videos)) return videos.map(readVideo)
  if (typeof videos === 'object' && videos !== null) return [readVideo(videos)]
  throw new Error('The answer holds no videos.')
}

/** What SPEC's own fields leave open: one with an address may be watched from its beginning, however long it is. */
function readVideo(given: unknown): Video {
  const video = given as Partial<Video>
  const url = video.video_url ?? null
  const rest = { locked: url === null, is_preview: false, duration_seconds: 0, position_seconds: 0, completed: false }
  return { ...rest, captions_url: null, ...video, video_url: url } as Video
}

/** The one that `?day=` names, else where to go on: what was begun last, what was not watched, what is open at all. */
export function chooseVideo(videos: readonly Video[], day: string | null): Video | undefined {
  if (day !== null) return videos.find((video) => String(video.day_number) === day)
  const open = videos.filter((video) => !video.locked)
  return (
    open.findLast((video) => video.position_seconds > 0 && !video.completed) ??
    open.find((video) => !video.completed) ??
    open[0] ??
    videos[0]
  )
}

/** `0:54`, `1:27:45`; nothing for a length that nobody knows. */
export function formatLength(seconds: number): string {
  if (!Number.isFinite(seconds)) return ''
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
