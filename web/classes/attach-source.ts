import type { HlsConfig } from 'hls.js'

interface Source {
  url: string
  /** Whether the address is that of an HLS playlist. */
  isPlaylist: boolean
  /** What hls.js is told besides. */
  playlist?: Partial<HlsConfig>
}

/**
 * Loads a source into `video`: at once, or with `waits` when it plays. A playlist that waits begins with its smallest picture. Returns a function
 * that releases it. `onFail` reports errors the element has no event for.
 */
export function attachSource(
  video: HTMLVideoElement,
  { url, isPlaylist, playlist, waits }: Source & { waits: boolean },
  onFail: () => void,
): () => void {
  let release = () => {
    video.removeAttribute('src')
    video.load()
  }
  if (!isPlaylist || playsHls(video)) {
    video.src = url
    return release
  }
  let left = false
  void import('hls.js').then(
    ({ default: Hls }) => {
      if (left) return
      if (!Hls.isSupported()) return onFail()
      const hls = new Hls({ ...playlist, ...(waits ? { autoStartLoad: false, startLevel: 0 } : {}) })
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) onFail()
      })
      hls.loadSource(url)
      hls.attachMedia(video)
      // A press while the file of hls.js was on its way has started it already.
      if (waits && video.paused) video.addEventListener('play', () => hls.startLoad(), { once: true })
      else if (waits) hls.startLoad()
      release = () => hls.destroy()
    },
    () => onFail(),
  )
  return () => {
    left = true
    release()
  }
}

/** Whether the browser itself plays HLS well: those of Apple, where AirPlay needs it. Others do so in part, and hls.js in full. */
function playsHls(video: HTMLVideoElement): boolean {
  if (video.canPlayType('application/vnd.apple.mpegurl') === '') return false
  return !('MediaSource' in window) || navigator.vendor.startsWith('Apple')
}
