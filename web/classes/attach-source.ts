import type { HlsConfig } from 'hls.js'

interface Source {
  url: string
  /** Whether the address is that of an HLS playlist. */
  isPlaylist: boolean
  /** Start position in seconds. */
  startAt: number
  /** Starts at once. */
  startPlaying: boolean
  /** A playlist begins with its smallest picture. */
  waits: boolean
  /** What hls.js is told besides. */
  playlist?: Partial<HlsConfig>
}

/**
 * Loads a source into `video`. For a playlist most browsers need hls.js, three times as much code as a page: it is loaded with the first
 * play. Returns a function that releases the source. `onFail` reports errors the element has no event for.
 */
export function attachSource(video: HTMLVideoElement, source: Source, onFail: () => void): () => void {
  const { url, isPlaylist, startAt, startPlaying, waits, playlist } = source
  let release = () => {
    video.removeAttribute('src')
    video.load()
  }
  if (!isPlaylist || playsHls(video)) {
    video.src = url
    return release
  }
  const stop = new AbortController()
  const load = async () => {
    const { default: Hls } = await import('hls.js')
    if (stop.signal.aborted) return
    if (!Hls.isSupported()) return onFail()
    const hls = new Hls({ ...playlist, ...(waits ? { startLevel: 0 } : {}) })
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) onFail()
    })
    hls.loadSource(url)
    hls.attachMedia(video)
    release = () => hls.destroy()
  }
  const begin = () => void load().catch(onFail)
  if (startPlaying) begin()
  else {
    // The place where it will begin: what follows the player shows it before.
    video.currentTime = startAt
    video.addEventListener('play', begin, { once: true, signal: stop.signal })
  }
  return () => {
    stop.abort()
    release()
  }
}

/** Whether the browser itself plays HLS well: those of Apple, where AirPlay needs it. Others do so in part, and hls.js in full. */
function playsHls(video: HTMLVideoElement): boolean {
  if (video.canPlayType('application/vnd.apple.mpegurl') === '') return false
  return !('MediaSource' in window) || navigator.vendor.startsWith('Apple')
}
