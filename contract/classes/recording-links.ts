/** What plays a recording. */
export const recordingKinds = ['file', 'hls', 'youtube', 'vimeo'] as const
export type RecordingKind = (typeof recordingKinds)[number]
export const recordingKindNames: Readonly<Record<RecordingKind, string>> = {
  file: 'Video file',
  hls: 'HLS playlist',
  youtube: 'YouTube video',
  vimeo: 'Vimeo video',
}

/** The hosts of embedded players, which the policy of the player's pages allows as frames. */
export const embedOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

export interface RecordingLink {
  kind: RecordingKind
  /** The address that plays, without what identifies who shared it. */
  url: string
}

/**
 * Reads a link that a person pasted. Null when nothing plays it. Embedded videos get the address of their player; other links
 * are https, and are a playlist or a video file by their name.
 */
export function readRecordingLink(text: string): RecordingLink | null {
  const address = URL.parse(text.trim())
  if (!address || address.protocol !== 'https:' || address.username || address.password || address.port) return null
  const host = address.hostname.replace(/^(?:www|m|music)\./, '')
  if (['youtube.com', 'youtu.be', 'youtube-nocookie.com'].includes(host)) return youtube(host, address)
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return vimeo(address)
  if (/\.m3u8$/i.test(address.pathname)) return { kind: 'hls', url: address.href }
  return /\.(?:mp4|m4v|webm)$/i.test(address.pathname) ? { kind: 'file', url: address.href } : null
}

function youtube(host: string, { pathname, searchParams }: URL): RecordingLink | null {
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const id = host === 'youtu.be' ? first : ['embed', 'live', 'shorts'].includes(first) ? second : (searchParams.get('v') ?? '')
  return /^[\w-]{11}$/.test(id) ? { kind: 'youtube', url: `${embedOrigins[0]}/embed/${id}` } : null
}

/** An unlisted video has a hash, as `vimeo.com/76979871/8272103f6e` or `?h=8272103f6e`. */
function vimeo({ pathname, searchParams }: URL): RecordingLink | null {
  const [id = '', inPath = ''] = pathname.split('/').filter((part) => part !== '' && part !== 'video')
  const hash = searchParams.get('h') ?? inPath
  if (!/^\d{1,12}$/.test(id) || !/^(?:[\da-f]{6,32})?$/.test(hash)) return null
  return { kind: 'vimeo', url: `${embedOrigins[1]}/video/${id}${hash ? `?h=${hash}` : ''}` }
}
