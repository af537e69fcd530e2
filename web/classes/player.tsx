import { En } from 'media-chrome/lang/en'
import {
  MediaCaptionsButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaPlaybackRateButton,
  MediaSeekBackwardButton,
  MediaSeekForwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react'
import { addTranslation } from 'media-chrome/utils/i18n'
import { type ComponentRef, useEffect, useEffectEvent, useRef, useState } from 'react'
import { attachSource } from './attach-source.ts'
import { createPositionKeeper } from './save-position.ts'
import './player.css'

interface Props {
  title: string
  url: string
  captionsUrl: string | null
  /** Seconds at which to go on. */
  startAt: number
  now: () => number
  /** Undefined for who is not signed in. */
  onPosition: ((position: number, watchedAt: string, leaving: boolean) => void) | undefined
  onEnded: () => void
  /** Goes on playing at once, where another player had to stop. */
  startPlaying: boolean
  onFail: (position: number, playing: boolean) => void
}

// What a button is called holds what it shows, for who speaks to the screen.
addTranslation('en', { ...En, 'Playback rate {playbackRate}': 'Playback rate {playbackRate}x' })

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** One recording; another one is another player, so that nothing of the one before is left. */
export default function Player({ title, url, captionsUrl, startAt, now, onPosition, onEnded, startPlaying, onFail }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const begin = useRef<ComponentRef<typeof MediaPlayButton>>(null)
  const play = useRef<ComponentRef<typeof MediaPlayButton>>(null)
  // A list read again brings fresh links: the one that plays stays.
  const [source] = useState({ url, captionsUrl, startAt, startPlaying })
  const time = useEffectEvent(() => now())
  const send = useEffectEvent((position: number, watchedAt: string, leaving: boolean) =>
    onPosition?.(position, watchedAt, leaving),
  )
  const end = useEffectEvent(() => onEnded())
  const fail = useEffectEvent((position: number, playing: boolean) => onFail(position, playing))
  useEffect(() => {
    const element = video.current
    if (!element) return
    const keeper = createPositionKeeper({ now: time, send })
    keeper.startAt(source.startAt)
    const stop = new AbortController()
    const on = (type: string, listener: () => void) => element.addEventListener(type, listener, { signal: stop.signal })
    const failed = () => fail(element.currentTime || source.startAt, !element.paused)
    on('error', failed)
    on('loadedmetadata', () => {
      if (source.startAt > 0) element.currentTime = source.startAt
      // A browser may refuse to play without being pressed: then the large button stands there.
      if (source.startPlaying) element.play().catch(() => undefined)
    })
    on('timeupdate', () => {
      if (!element.paused) keeper.playing(element.currentTime)
    })
    // The large button goes once it was pressed; without this the keys of the player would go with it.
    on('play', () => {
      if (begin.current?.matches(':focus')) play.current?.focus({ preventScroll: true })
    })
    on('pause', () => keeper.stopped(element.currentTime))
    on('ended', () => {
      keeper.stopped(element.currentTime)
      end()
    })
    const leave = () => {
      if (document.visibilityState === 'hidden' && element.readyState > 0) keeper.leaving(element.currentTime)
    }
    document.addEventListener('visibilitychange', leave, { signal: stop.signal })
    addEventListener('pagehide', leave, { signal: stop.signal })
    const release = attachSource(element, source.url, failed)
    return () => {
      stop.abort()
      if (element.readyState > 0) keeper.stopped(element.currentTime)
      release()
    }
  }, [source])
  return (
    <MediaController className="recording-player" aria-label={title} noVolumePref noMutedPref noSubtitlesLangPref>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it has when there are any */}
      <video
        ref={video}
        slot="media"
        playsInline
        preload="metadata"
        crossOrigin={isElsewhere(source.url) ? 'anonymous' : undefined}
      >
        {source.captionsUrl ? <track kind="captions" src={source.captionsUrl} srcLang="en" label="English" default /> : null}
      </video>
      <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      <MediaPlayButton ref={begin} slot="centered-chrome" data-begin="" />
      <div data-controls="">
        <MediaTimeRange />
        <MediaControlBar>
          <MediaPlayButton ref={play} />
          <MediaSeekBackwardButton seekOffset={10} />
          <MediaSeekForwardButton seekOffset={10} />
          <MediaMuteButton />
          <MediaVolumeRange />
          <MediaTimeDisplay showDuration noToggle />
          <span className="flex-1" />
          <MediaPlaybackRateButton rates={rates} />
          <MediaCaptionsButton ref={(button) => button?.setAttribute('role', 'switch')} />
          <MediaPipButton />
          <MediaFullscreenButton />
        </MediaControlBar>
      </div>
    </MediaController>
  )
}

/** Captions of another host are only read when it lets this page. */
function isElsewhere(url: string): boolean {
  return new URL(url, location.href).origin !== location.origin
}
