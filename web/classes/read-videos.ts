import type { Video } from '#contract/classes/classes.ts'

/** Reads `videos`, which is a list or a single object. @throws Error when it is neither */
export function readVideos(answer: { videos?: unknown }): Video[] {
  const { videos } = answer
  if (Array.isArray(videos)) return videos.map(readVideo)
  if (typeof videos === 'object' && videos !== null) return [readVideo(videos)]
  throw new Error('The answer holds no videos.')
}

/** Fills in missing fields. A video with a URL and no length is unlocked and starts at the beginning. */
function readVideo(given: unknown): Video {
  const video = given as Partial<Video>
  const url = video.video_url ?? null
  const rest = { locked: url === null, is_preview: false, duration_seconds: 0, position_seconds: 0, completed: false }
  return {
    ...rest,
    kind: 'file',
    captions_url: null,
    poster_url: null,
    download_url: null,
    captions: [],
    chapters: [],
    ...video,
    video_url: url,
  } as Video
}

/** The video of `?day=`; else the last started, the first unwatched, the first open, or the first one. */
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
