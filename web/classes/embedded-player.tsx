import { Play } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { vimeo, youtube } from './embed-messages.ts'
import type { Playback } from './playback.ts'
import { createPositionSaver } from './save-position.ts'

interface Props {
  kind: 'youtube' | 'vimeo'
  title: string
  url: string
  /** Start position in seconds. */
  startAt: number
  now: () => number
  /** Undefined when the visitor is not signed in. */
  onPosition: ((position: number, watchedAt: string, leaving: boolean, ended: boolean) => void) | undefined
  onEnded: () => void
  /** Is called with null when the player is gone. */
  onPlayback: ((playback: Playback | null) => void) | undefined
}

const hosts = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

/** Plays a video of another host in its frame. Nothing of that host is loaded before somebody presses. */
export function EmbeddedPlayer({ kind, title, url, startAt, now, onPosition, onEnded, onPlayback }: Props) {
  // A refetched list has other objects; the video stays.
  const note = useId()
  const [playing, setPlaying] = useState(false)
  const [begin, setBegin] = useState(startAt)
  const place = useRef(startAt)
  const [followers] = useState(() => new Set<(seconds: number) => void>())
  const frame = useRef<HTMLIFrameElement>(null)
  const protocol = kind === 'youtube' ? youtube : vimeo
  const time = useEffectEvent(() => now())
  const send = useEffectEvent((position: number, watchedAt: string, leaving: boolean, ended: boolean) =>
    onPosition?.(position, watchedAt, leaving, ended),
  )
  const end = useEffectEvent(() => onEnded())
  const hand = useEffectEvent((playback: Playback | null) => onPlayback?.(playback))
  useEffect(() => {
    const target = kind === 'youtube' ? youtube : vimeo
    hand({
      playFrom(seconds) {
        for (const follower of followers) follower(seconds)
        if (frame.current) {
          for (const text of target.playFrom(seconds)) frame.current.contentWindow?.postMessage(text, new URL(url).origin)
        } else {
          setBegin(seconds)
          setPlaying(true)
        }
      },
      follow(listener) {
        followers.add(listener)
        listener(place.current)
        return () => followers.delete(listener)
      },
    })
    return () => hand(null)
  }, [kind, url, followers])
  const greet = () => {
    for (const text of protocol.greetings) frame.current?.contentWindow?.postMessage(text, new URL(url).origin)
  }
  useEffect(() => {
    if (!playing) return
    // The pressed button is gone; the keyboard goes on in the player.
    if (document.activeElement === document.body) frame.current?.focus()
    const { origin } = new URL(url)
    const target = kind === 'youtube' ? youtube : vimeo
    let last = begin
    let isEnd = false
    const saver = createPositionSaver({
      now: time,
      send: (position, watchedAt, leaving) => send(position, watchedAt, leaving, isEnd),
    })
    saver.startAt(begin)
    const stop = new AbortController()
    const receive = (message: MessageEvent) => {
      if (message.origin !== origin || message.source !== frame.current?.contentWindow) return
      const event = target.read(message.data, last)
      if (!event) return
      if (event.type === 'ready') {
        for (const text of target.greetings) frame.current?.contentWindow?.postMessage(text, origin)
        return
      }
      last = event.position
      place.current = last
      for (const follower of followers) follower(last)
      isEnd = event.type === 'ended'
      if (event.type === 'playing') saver.playing(last)
      else saver.stopped(last)
      if (isEnd) end()
    }
    const leave = () => {
      if (document.visibilityState === 'hidden') saver.leaving(last)
    }
    addEventListener('message', receive, { signal: stop.signal })
    document.addEventListener('visibilitychange', leave, { signal: stop.signal })
    addEventListener('pagehide', leave, { signal: stop.signal })
    return () => {
      stop.abort()
      saver.stopped(last)
    }
  }, [playing, kind, url, begin, followers])
  if (playing) {
    return (
      <iframe
        // The players need their own scripts and storage. They are of another origin, so they can not lift the sandbox.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the flags are dangerous together on the own origin alone
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        ref={frame}
        title={title}
        src={protocol.addressOf(url, begin, location.origin)}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        // YouTube plays nothing for a page that does not name itself.
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={greet}
        className="block aspect-video w-full border-0 bg-ink"
      />
    )
  }
  return (
    <button
      type="button"
      aria-label={`${begin > 0 ? 'Continue' : 'Play'} on ${hosts[kind]}`}
      aria-describedby={note}
      onClick={() => setPlaying(true)}
      className="group grid aspect-video min-h-56 w-full place-items-center bg-sunken p-6 text-center outline-offset-[-4px]"
    >
      <span className="grid justify-items-center gap-3">
        <span className="grid size-16 place-items-center rounded-full bg-accent text-on-accent transition-colors group-hover:bg-accent-strong">
          <Play aria-hidden="true" className="size-6 fill-current" />
        </span>
        <span className="font-semibold">
          {begin > 0 ? 'Continue' : 'Play'} on {hosts[kind]}
        </span>
        <span id={note} className="max-w-xs text-sm text-muted">
          {hosts[kind]} learns that you watch when you press. Nothing is loaded before.
        </span>
      </span>
    </button>
  )
}
