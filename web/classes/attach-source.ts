/** Whether a URL is an HLS playlist. Only some browsers play HLS natively. */
export function isPlaylist(url: string): boolean {
  return /\.m3u8(?:[?#]|$)/i.test(url)
}

/** Loads `url` into `video` and returns a function that releases it. `onFail` reports errors the element has no event for. */
export function attachSource(video: HTMLVideoElement, url: string, onFail: () => void): () => void {
  let release = () => {
    video.removeAttribute('src')
    video.load()
  }
  if (!isPlaylist(url) || video.canPlayType('application/vnd.apple.mpegurl') !== '') {
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
