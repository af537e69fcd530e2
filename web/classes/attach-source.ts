interface Source {
  url: string
  /** Whether the address is that of an HLS playlist. */
  isPlaylist: boolean
}

/** Loads a source into `video` and returns a function that releases it. `onFail` reports errors the element has no event for. */
export function attachSource(video: HTMLVideoElement, { url, isPlaylist }: Source, onFail: () => void): () => void {
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
      const hls = new Hls()
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) onFail()
      })
      hls.loadSource(url)
      hls.attachMedia(video)
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
