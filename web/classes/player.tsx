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
import { MediaCaptionsMenu, MediaCaptionsMenuButton } from 'media-chrome/react/menu'
import { addTranslation } from 'media-chrome/utils/i18n'
import { type ComponentRef, useEffect, useEffectEvent, useRef, useState } from 'react'
import { captionLanguageNames, type Video } from '#contract/classes/classes.ts'
import { attachSource } from './attach-source.ts'
import { changePlayerSettings, type PlayerSettings, readPlayerSettings, usePlayerSettings } from './player-settings.ts'
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

// An accessible name has to contain the visible text, for voice control (WCAG 2.5.3).
addTranslation('en', { ...En, 'Playback rate {playbackRate}': 'Playback rate {playbackRate}x' })

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** Plays one recording. Another recording mounts a new player. */
export default function Player({ title, url, isPlaylist, captions, chapters, poster, startAt, ...rest }: Props) {
  const { now, onPosition, onEnded, startPlaying, onFail, onVideoElement } = rest
  const video = useRef<HTMLVideoElement>(null)
  const begin = useRef<ComponentRef<typeof MediaPlayButton>>(null)
  const play = useRef<ComponentRef<typeof MediaPlayButton>>(null)
  // A refetched list has new links; the current source stays.
  const { captionSize, captionPlace } = usePlayerSettings()
  const [waits] = useState(savesData)
  const [source] = useState({ url, isPlaylist, captions, chapters, poster, startAt, startPlaying })
  const time = useEffectEvent(() => now())
  const send = useEffectEvent((position: number, watchedAt: string, leaving: boolean) =>
    onPosition?.(position, watchedAt, leaving, video.current?.ended ?? false),
  )
  const end = useEffectEvent(() => onEnded())
  const hand = useEffectEvent((given: HTMLVideoElement | null) => onVideoElement?.(given))
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
    // The large button disappears when pressed. Moving the focus keeps keyboard control of the player.
    on('play', () => {
      if (begin.current?.matches(':focus')) play.current?.focus({ preventScroll: true })
    })
    on('pause', () => saver.stopped(element.currentTime))
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
  useEffect(() => placeCaptions(video.current, captionPlace), [captionPlace])
  return (
    <MediaController
      className="recording-player"
      data-captions={captionSize}
      aria-label={title}
      noVolumePref
      noMutedPref
      noSubtitlesLangPref
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording without captions has no track */}
      <video
        ref={video}
        slot="media"
        playsInline
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
          {source.captions.length > 1 ? (
            <MediaCaptionsMenuButton />
          ) : (
            <MediaCaptionsButton ref={(button) => button?.setAttribute('role', 'switch')} />
          )}
          <MediaPipButton />
          <MediaFullscreenButton />
        </MediaControlBar>
      </div>
      {/* Last, so that it lies above the controls. */}
      {source.captions.length > 1 ? <MediaCaptionsMenu hidden anchor="auto" /> : null}
    </MediaController>
  )
}

/** Moves every caption, also of a file that is still to load. Returns a function that stops it. */
function placeCaptions(element: HTMLVideoElement | null, place: PlayerSettings['captionPlace']): () => void {
  const stop = new AbortController()
  for (const track of element?.querySelectorAll('track') ?? []) {
    const move = () => {
      for (const cue of track.track.cues ?? []) if (cue instanceof VTTCue) cue.line = place === 'top' ? 0 : 'auto'
    }
    move()
    track.addEventListener('load', move, { signal: stop.signal })
  }
  return () => stop.abort()
}

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
