/** A player, as the parts of a page beside it use it. */
export interface Playback {
  playFrom: (seconds: number) => void
  /** Calls `listener` with the position in seconds, now and whenever it changes. Returns a function that ends that. */
  follow: (listener: (seconds: number) => void) => () => void
}

/** The playback of the school's own player. */
export const playbackOf = (videoElement: HTMLVideoElement): Playback => ({
  // A browser that wants a press first only goes there.
  playFrom(seconds) {
    videoElement.currentTime = seconds
    videoElement.play().catch(() => undefined)
  },
  follow(listener) {
    const stop = new AbortController()
    const tell = () => listener(videoElement.currentTime)
    tell()
    for (const type of ['timeupdate', 'seeked']) videoElement.addEventListener(type, tell, { signal: stop.signal })
    return () => stop.abort()
  },
})
