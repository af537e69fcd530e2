/** What an embedded player says. Positions in seconds. */
type EmbedEvent =
  | { type: 'ready' }
  | { type: 'playing'; position: number }
  | { type: 'paused'; position: number }
  | { type: 'ended'; position: number }

/** Speaks with an embedded player by messages, without a script of its host on the page. */
export interface EmbedProtocol {
  /** The address of the frame, which plays at once. */
  addressOf: (url: string, startAt: number, origin: string) => string
  /** Messages that ask the player to report. They are sent when the frame has loaded, and again when it is ready. */
  greetings: readonly string[]
  /** Messages that play from a second. */
  playFrom: (seconds: number) => readonly string[]
  /** Null for messages that say nothing of interest. `last` is the last known position. */
  read: (data: unknown, last: number) => EmbedEvent | null
}

const seconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null

function objectOf(data: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const youtubeStates: Readonly<Record<number, 'ended' | 'playing' | 'paused'>> = { 0: 'ended', 1: 'playing', 2: 'paused' }

export const youtube: EmbedProtocol = {
  addressOf(url, startAt, origin) {
    const address = new URL(url)
    const query = { autoplay: '1', playsinline: '1', rel: '0', enablejsapi: '1', origin, start: String(Math.floor(startAt)) }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return address.href
  },
  greetings: [JSON.stringify({ event: 'listening', id: 'recording', channel: 'widget' })],
  playFrom: (seconds) =>
    [
      { func: 'seekTo', args: [seconds, true] },
      { func: 'playVideo', args: [] },
    ].map((command) => JSON.stringify({ event: 'command', ...command })),
  read(data, last) {
    const message = objectOf(data)
    if (message?.['event'] === 'onReady') return { type: 'ready' }
    if (message?.['event'] !== 'infoDelivery') return null
    const info = objectOf(message['info'])
    const position = seconds(info?.['currentTime'])
    const state = typeof info?.['playerState'] === 'number' ? youtubeStates[info['playerState']] : undefined
    if (state) return { type: state, position: position ?? last }
    // Between changes of state the player reports its time several times a second.
    return position === null ? null : { type: 'playing', position }
  },
}

const vimeoEvents = ['timeupdate', 'pause', 'ended'] as const

export const vimeo: EmbedProtocol = {
  addressOf(url, startAt) {
    const address = new URL(url)
    for (const [name, value] of Object.entries({ autoplay: '1', playsinline: '1', dnt: '1' }))
      address.searchParams.set(name, value)
    if (startAt > 0) address.hash = `t=${Math.floor(startAt)}s`
    return address.href
  },
  greetings: vimeoEvents.map((value) => JSON.stringify({ method: 'addEventListener', value })),
  playFrom: (value) => [{ method: 'setCurrentTime', value }, { method: 'play' }].map((message) => JSON.stringify(message)),
  read(data, last) {
    const message = objectOf(data)
    const position = seconds(objectOf(message?.['data'])?.['seconds']) ?? last
    if (message?.['event'] === 'ready') return { type: 'ready' }
    if (message?.['event'] === 'timeupdate') return { type: 'playing', position }
    if (message?.['event'] === 'pause') return { type: 'paused', position }
    return message?.['event'] === 'ended' ? { type: 'ended', position } : null
  },
}
