import { Pause, Play, RotateCcw, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Clip, type FreeVideo, readFreeVideo } from '#contract/classes/clips.ts'
import { captionLanguageNames } from '#contract/classes/classes.ts'
import { call } from '#web/lib/api.ts'
import { formatLength } from '#ui/format.ts'
import { attachSource } from '../attach-source.ts'
import { useActiveCaption } from '../use-active-caption.ts'

interface Props {
  clip: Clip
  /** Whether nobody has pressed. Then it also stops when it leaves the view. */
  startsAlone: boolean
  /** Where the picture stands. */
  stage: RefObject<HTMLElement | null>
  wholeClass: string
  /** Is told the second of the line that is said now. */
  onSaid: (at: number | null) => void
}

type State = 'loading' | 'playing' | 'paused' | 'ended' | 'failed'

/** Plays a clip without sound, with captions. Its picture stands on the poster, and its controls below. */
export default function ClipVideo({ clip, startsAlone, stage, wholeClass, onSaid }: Props) {
  const { recording_id: id, from_seconds: from, to_seconds: to, lines } = clip
  const video = useRef<HTMLVideoElement>(null)
  const [shownVideo, setShownVideo] = useState<HTMLVideoElement | null>(null)
  const caption = useActiveCaption(shownVideo, 'hidden')
  const toggle = useRef<HTMLButtonElement>(null)
  const [source, setSource] = useState<FreeVideo | null>(null)
  const [state, setState] = useState<State>('loading')
  const [isMuted, setIsMuted] = useState(true)
  const [passed, setPassed] = useState(0)
  // Who has paused it does not see it start again.
  const pausedByHand = useRef(false)
  const follow = useEffectEvent((seconds: number) => {
    setPassed(Math.min(Math.max(seconds - from, 0), to - from))
    onSaid(lines.findLast(({ at_seconds: at }) => at <= seconds)?.at_seconds ?? null)
  })
  useEffect(() => {
    let left = false
    call(readFreeVideo, { params: { recording_id: id } }).then(
      (found) => left || setSource(found),
      () => left || setState('failed'),
    )
    return () => {
      left = true
    }
  }, [id])
  useEffect(() => {
    // The pressed button is gone; the keyboard goes on at the controls.
    if (!startsAlone && document.activeElement === document.body) toggle.current?.focus({ preventScroll: true })
  }, [startsAlone])
  useEffect(() => {
    const element = video.current
    if (!element || !source) return
    const stop = new AbortController()
    const on = (type: string, listener: () => void) => element.addEventListener(type, listener, { signal: stop.signal })
    on('loadedmetadata', () => {
      if (element.currentTime < from) element.currentTime = from
    })
    on('playing', () => setState('playing'))
    on('pause', () => setState((before) => (before === 'ended' ? before : 'paused')))
    const end = () => {
      setState('ended')
      element.pause()
    }
    on('ended', end)
    on('timeupdate', () => {
      follow(element.currentTime)
      if (element.currentTime >= to) end()
    })
    const failed = () => setState('failed')
    on('error', failed)
    for (const [index, track] of [...element.textTracks].entries()) track.mode = index === 0 ? 'hidden' : 'disabled'
    setShownVideo(element)
    const release = attachSource(
      element,
      {
        // A fragment spares the beginning of the file.
        url: source.is_playlist ? source.video_url : `${source.video_url}#t=${from}`,
        isPlaylist: source.is_playlist,
        // The policy of public pages allows no workers.
        playlist: { startPosition: from, maxBufferLength: 15, capLevelToPlayerSize: true, enableWorker: false },
        startAt: from,
        startPlaying: true,
        waits: false,
      },
      failed,
    )
    const play = () => element.play().catch(() => setState((before) => (before === 'loading' ? 'paused' : before)))
    void play()
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) {
        if (element.muted) element.pause()
      } else if (startsAlone && element.paused && !pausedByHand.current && element.currentTime < to) void play()
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      stop.abort()
      release()
    }
  }, [source, from, to, startsAlone])
  const press = () => {
    const element = video.current
    if (!element) return
    pausedByHand.current = state === 'playing'
    if (state === 'playing') return element.pause()
    if (state === 'ended') element.currentTime = from
    setState('loading')
    element.play().catch(() => setState('paused'))
  }
  const length = to - from
  const words = state === 'playing' ? 'Pause' : state === 'ended' ? 'Repeat' : 'Play'
  return (
    <>
      {source && stage.current
        ? createPortal(
            <>
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- only a recording with captions has a clip */}
              <video
                ref={video}
                muted={isMuted}
                playsInline
                preload="auto"
                aria-label={clip.title}
                className={`absolute inset-0 size-full bg-[#0d1114] transition-opacity duration-300 ${
                  state === 'failed' || (state === 'loading' && passed === 0) ? 'opacity-0' : ''
                }`}
              >
                {source.captions.map(({ language, url }) => (
                  <track key={language} kind="captions" src={url} srcLang={language} label={captionLanguageNames[language]} />
                ))}
              </video>
              {caption && state !== 'failed' && state !== 'ended' ? (
                <p
                  key={caption.key}
                  lang={caption.language}
                  className="absolute inset-x-3 bottom-2 text-center text-sm leading-snug text-balance whitespace-pre-line sm:bottom-4 sm:text-lg sm:leading-snug"
                >
                  <span className="box-decoration-clone rounded-xs bg-[#0d1114e0] px-1.5 py-0.5">{caption.text}</span>
                </p>
              ) : null}
              {state === 'ended' ? (
                <div className="absolute inset-0 grid place-items-center bg-[#0d1114]/85 p-6 text-center">
                  <p className="text-lg font-bold text-balance sm:text-2xl">
                    The class goes on.{' '}
                    <a
                      href={wholeClass}
                      className="block text-base font-semibold text-[#8fd3cb] underline underline-offset-4 sm:text-lg"
                    >
                      Watch the whole of it, free
                    </a>
                  </p>
                </div>
              ) : null}
            </>,
            stage.current,
          )
        : null}
      {state === 'failed' ? (
        <p role="status" className="flex min-h-14 items-center px-4 text-sm sm:px-5">
          The clip could not be played here.
        </p>
      ) : (
        <div className="relative flex min-h-14 items-center gap-1 px-2 sm:px-3">
          <span aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 bg-[#ffffff40]">
            <span className="block h-full origin-left bg-[#5bb5ac]" style={{ transform: `scaleX(${passed / length})` }} />
          </span>
          <Control ref={toggle} label={`${words} the clip`} onPress={press}>
            {state === 'playing' ? (
              <Pause className={iconClass} />
            ) : state === 'ended' ? (
              <RotateCcw className="size-5" />
            ) : (
              <Play className={iconClass} />
            )}
          </Control>
          <Control onPress={() => setIsMuted(!isMuted)}>
            {isMuted ? <VolumeX aria-hidden="true" className="size-5" /> : <Volume2 aria-hidden="true" className="size-5" />}
            <span className="text-sm font-semibold">{isMuted ? 'Turn on sound' : 'Turn off sound'}</span>
          </Control>
          <span className="figures ml-auto pr-2 text-sm text-[#d5e0df]">
            {formatLength(passed)} / {formatLength(length)}
          </span>
        </div>
      )}
    </>
  )
}

const iconClass = 'size-5 fill-current'

interface ControlProps {
  /** Of one that is an icon alone. */
  label?: string
  onPress: () => void
  ref?: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

function Control({ label, onPress, ref, children }: ControlProps) {
  return (
    <button
      type="button"
      ref={ref}
      aria-label={label}
      onClick={onPress}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 hover:bg-[#ffffff26] focus-visible:outline-[#5bb5ac]"
    >
      {children}
    </button>
  )
}
