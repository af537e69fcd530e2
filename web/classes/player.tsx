import { Play } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { captionLanguageNames, type Video } from '#contract/classes/classes.ts'
import { Spinner } from '#ui/button.tsx'
import { type Retryable, retryable } from '#ui/retryable.ts'
import { attachSource } from './attach-source.ts'
import { changePlayerSettings, readPlayerSettings, usePlayerSettings } from './player-settings.ts'
import { createPositionSaver } from './save-position.ts'
import { savesData } from './saves-data.ts'
import './player.css'

interface Props {
  title: string
  url: string
  /** Whether the address is that of an HLS playlist. */
  isPlaylist: boolean
  captions: Video['captions']
  chapters: Video['chapters']
  /** The picture that stands there before it plays. */
  poster: string | null
  /** Start position in seconds. */
  startAt: number
  now: () => number
  /** Undefined when the visitor is not signed in. */
  onPosition: ((position: number, watchedAt: string, leaving: boolean, ended: boolean) => void) | undefined
  onEnded: () => void
  /** Starts at once, to continue after a renewed link. */
  startPlaying: boolean
  onFail: (position: number, playing: boolean) => void
  /** Is called with null when the player is gone. */
  onVideoElement: ((element: HTMLVideoElement | null) => void) | undefined
}

/** Most of the player's code. It is loaded when somebody is about to play, because many only read the page of a class. */
const controls = retryable(() => import('./player-controls.ts'))
/** For captions in several languages. */
const captionsMenu = retryable(() => import('./player-menu.ts'))

const rates = '0.75 1 1.25 1.5 1.75 2'

/**
 * Plays one recording. Another recording mounts a new player. Its poster has a button of the page, until the controls are there. Without
 * them those of the browser take their place.
 */
export function Player({ title, url, isPlaylist, captions, chapters, poster, startAt, ...rest }: Props) {
  const { now, onPosition, onEnded, startPlaying, onFail, onVideoElement } = rest
  const video = useRef<HTMLVideoElement>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const play = useRef<HTMLElement>(null)
  // A refetched list has new links; the current source stays.
  const { captionSize, captionPlace } = usePlayerSettings()
  const [waits] = useState(savesData)
  const [source] = useState({ url, isPlaylist, captions, chapters, poster, startAt, startPlaying })
  const hasMenu = source.captions.length > 1
  const needed: readonly Retryable<unknown>[] = hasMenu ? [controls, captionsMenu] : [controls]
  const [isAsked, setIsAsked] = useState(startPlaying)
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasPlayed, setHasPlayed] = useState(false)
  const [isHandedOver, setIsHandedOver] = useState(false)
  const isThere = useEvery(needed, (one) => one.loaded() !== undefined)
  const DrawnCaption = controls.loaded()?.DrawnCaption
  const isLost = useSome(needed, (one) => one.hasFailed()) && isAsked
  const askForControls = () => {
    setIsAsked(true)
    for (const one of needed) {
      void one.value()
      one.again()
    }
  }
  const time = useEffectEvent(() => now())
  const send = useEffectEvent((position: number, watchedAt: string, leaving: boolean) =>
    onPosition?.(position, watchedAt, leaving, video.current?.ended ?? false),
  )
  const end = useEffectEvent(() => onEnded())
  const hand = useEffectEvent((given: HTMLVideoElement | null) => onVideoElement?.(given))
  const began = useEffectEvent(() => {
    setHasPlayed(true)
    askForControls()
  })
  const fail = useEffectEvent((position: number, playing: boolean) => onFail(position, playing))
  useEffect(() => {
    const element = video.current
    if (!element) return
    const saver = createPositionSaver({ now: time, send })
    saver.startAt(source.startAt)
    const stop = new AbortController()
    const on = (type: string, listener: () => void) => element.addEventListener(type, listener, { signal: stop.signal })
    const failed = () => fail(element.currentTime || source.startAt, !element.paused)
    on('error', failed)
    // A new source takes the default speed.
    element.defaultPlaybackRate = readPlayerSettings().rate
    element.playbackRate = element.defaultPlaybackRate
    on('ratechange', () => {
      // A change that the load of a source makes is not the student's.
      if (element.readyState > 0) changePlayerSettings({ rate: element.playbackRate })
    })
    on('loadedmetadata', () => {
      // Somebody may have chosen another place while it loaded.
      if (source.startAt > 0 && element.currentTime === 0) element.currentTime = source.startAt
      addChapters(element, source.chapters)
      // The browser may block autoplay; then the large play button is shown.
      if (source.startPlaying) element.play().catch(() => undefined)
    })
    on('timeupdate', () => {
      if (!element.paused) saver.playing(element.currentTime)
    })
    // Also of a play that a part of the transcript began.
    on('play', () => {
      began()
      setIsPlaying(true)
    })
    on('pause', () => {
      saver.stopped(element.currentTime)
      setIsPlaying(false)
    })
    on('ended', () => {
      saver.stopped(element.currentTime)
      end()
    })
    const leave = () => {
      if (document.visibilityState === 'hidden' && element.readyState > 0) saver.leaving(element.currentTime)
    }
    document.addEventListener('visibilitychange', leave, { signal: stop.signal })
    addEventListener('pagehide', leave, { signal: stop.signal })
    const release = attachSource(element, { ...source, waits }, failed)
    hand(element)
    return () => {
      hand(null)
      stop.abort()
      if (element.readyState > 0) saver.stopped(element.currentTime)
      release()
    }
  }, [source, waits])
  // The button of the page goes when the controls have come. Moving the focus keeps keyboard control of the player.
  useEffect(() => {
    if (!isThere || !hasPlayed) return
    if (begin.current?.matches(':focus')) play.current?.focus({ preventScroll: true })
    setIsHandedOver(true)
  }, [isThere, hasPlayed])
  const isWaiting = hasPlayed && !isThere
  const press = () => {
    const element = video.current
    askForControls()
    // As the video is: a second press can come before the first one is drawn.
    if (isWaiting && element?.paused === false) element.pause()
    // A browser that refuses shows the button further on.
    else element?.play().catch(() => undefined)
  }
  return (
    <media-controller
      className="recording-player"
      data-captions={captionSize}
      data-caption-place={captionPlace}
      data-lost={isLost ? '' : undefined}
      aria-label={title}
      novolumepref=""
      nomutedpref=""
      nosubtitleslangpref=""
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording without captions has no track */}
      <video
        ref={video}
        slot="media"
        playsInline
        controls={isLost && hasPlayed}
        preload={waits ? 'none' : 'metadata'}
        poster={source.poster ?? undefined}
        crossOrigin={isElsewhere(source.url) ? 'anonymous' : undefined}
      >
        {source.captions.map(({ language, url: track }, index) => (
          <track
            key={language}
            kind="captions"
            src={track}
            srcLang={language}
            label={captionLanguageNames[language]}
            default={index === 0}
          />
        ))}
      </video>
      {isHandedOver || (hasPlayed && isLost) ? null : (
        <button
          ref={begin}
          type="button"
          slot="centered-chrome"
          data-begin=""
          aria-label={isWaiting && isPlaying ? 'pause' : 'play'}
          onPointerEnter={askForControls}
          onFocus={askForControls}
          onClick={press}
        >
          {isWaiting ? <Spinner /> : <Play aria-hidden="true" className="size-full fill-current" />}
        </button>
      )}
      {isThere ? (
        <>
          {DrawnCaption && hasPlayed ? <DrawnCaption video={video} /> : null}
          <media-loading-indicator slot="centered-chrome" noautohide="" />
          <div data-controls="">
            <media-time-range />
            <media-control-bar>
              <media-play-button ref={play} />
              <media-seek-backward-button seekoffset="10" />
              <media-seek-forward-button seekoffset="10" />
              <media-mute-button />
              <media-volume-range />
              <media-time-display showduration="" notoggle="" />
              <span className="flex-1" />
              <media-playback-rate-button rates={rates} />
              {hasMenu ? (
                <media-captions-menu-button />
              ) : (
                <media-captions-button ref={(button: HTMLElement | null) => button?.setAttribute('role', 'switch')} />
              )}
              <media-pip-button />
              <media-fullscreen-button />
            </media-control-bar>
          </div>
          {/* Last, so that it lies above the controls. */}
          {hasMenu ? <media-captions-menu hidden anchor="auto" /> : null}
        </>
      ) : null}
    </media-controller>
  )
}

const useLoaders = (loaders: readonly Retryable<unknown>[], read: () => boolean): boolean =>
  useSyncExternalStore((listener) => {
    const ends = loaders.map((one) => one.subscribe(listener))
    return () => ends.forEach((end) => end())
  }, read)

const useEvery = (loaders: readonly Retryable<unknown>[], is: (one: Retryable<unknown>) => boolean) =>
  useLoaders(loaders, () => loaders.every(is))

const useSome = (loaders: readonly Retryable<unknown>[], is: (one: Retryable<unknown>) => boolean) =>
  useLoaders(loaders, () => loaders.some(is))

/** Gives the timeline of the player its chapters. */
function addChapters(element: HTMLVideoElement, chapters: Video['chapters']): void {
  if (chapters.length === 0 || [...element.textTracks].some(({ kind }) => kind === 'chapters')) return
  const track = element.addTextTrack('chapters')
  for (const [index, { at_seconds: at, title }] of chapters.entries()) {
    const until = chapters[index + 1]?.at_seconds ?? element.duration
    // The text of a cue is markup.
    const text = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    if (at < until) track.addCue(new VTTCue(at, Math.min(until, element.duration), text))
  }
}

/** Captions of another origin load only with CORS. */
function isElsewhere(url: string): boolean {
  return new URL(url, location.href).origin !== location.origin
}
