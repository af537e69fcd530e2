import { Maximize, MonitorUp, PictureInPicture2, Replace, Volume2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useShortcuts } from './shortcuts.ts'
import type { Watched } from './use-watching.ts'

interface Props {
  watched: readonly Watched[]
  /** What this window sends itself, by source. */
  own: ReadonlyMap<string, MediaStream>
  /** What stands where no picture is. */
  empty: { title: string; text: string }
  /** Whether the camera of the teacher is heard and not seen. */
  isSoundOnly: boolean
  /** Whose screen is on the stage, when it is not the teacher's. */
  screenOf: string
  /** The speaker by its id; empty for the system's own. */
  speaker: string
  speaking: ReactNode
  hasKeys: boolean
}

export const stageKeys = {
  fullscreen: { key: 'f', label: 'Full screen' },
  swap: { key: 's', label: 'Swap screen and camera' },
} as const

/** The pictures of a class: the screen first and the camera small, or the other way round. Voices have no picture. */
export function Stage({ watched, own, empty, isSoundOnly, screenOf, speaker, speaking, hasKeys }: Props) {
  const [isSwapped, setSwapped] = useState(false)
  const frame = useRef<HTMLElement>(null)
  const streams = new Map<string, MediaStream>()
  for (const { source, stream, state } of watched) if (state !== 'connecting' && state !== 'full') streams.set(source, stream)
  const unseen = isSoundOnly ? streams.get('camera') : undefined
  if (unseen) streams.delete('camera')
  for (const [source, stream] of own) streams.set(source, stream)
  const screen = streams.get('screen')
  const camera = streams.get('camera')
  const [large, small] = isSwapped ? [camera ?? screen, camera && screen] : [screen ?? camera, screen && camera]
  const isLost = watched.some(({ source, state }) => (source === 'camera' || source === 'screen') && state === 'lost')
  useShortcuts(
    [
      { ...stageKeys.fullscreen, act: () => void toggleFullscreen(frame.current) },
      { ...stageKeys.swap, act: () => setSwapped((before) => !before) },
    ],
    hasKeys,
  )
  const ownCamera = own.get('camera')
  const isOwn = (stream: MediaStream) => [...own.values()].includes(stream)
  return (
    <section ref={frame} className="live-stage" aria-label="Stage">
      {large ? (
        <Picture stream={large} isOwn={isOwn(large)} speaker={speaker} isMain />
      ) : (
        <div className="live-away">
          <Clock />
          <h2>{unseen ? 'Sound only' : empty.title}</h2>
          <p>{unseen ? 'You hear the class, and its screen is shown when there is one.' : empty.text}</p>
        </div>
      )}
      {small ? (
        <div className="live-small">
          <Picture stream={small} isOwn={isOwn(small)} isMirrored={small === ownCamera} speaker={speaker} />
        </div>
      ) : null}
      {watched.map(({ source, stream }) =>
        source.startsWith('voice-') ? <Voice key={source} stream={stream} speaker={speaker} /> : null,
      )}
      {unseen ? <Voice stream={unseen} speaker={speaker} /> : null}
      <div className="live-labels">
        {screen && screenOf ? (
          <p className="live-speaking">
            <MonitorUp aria-hidden="true" />
            <span className="live-names">{screenOf}</span>
          </p>
        ) : null}
        {speaking}
      </div>
      {isLost ? (
        <p role="status" className="live-lost">
          The picture is coming back…
        </p>
      ) : null}
      {watched.some(({ state }) => state === 'full') ? (
        <p role="status" className="live-lost">
          This class has as many viewers as it can take. You come in when a place is free; chat and questions work.
        </p>
      ) : null}
      {large ? (
        <div className="live-stage-controls">
          {small ? (
            <button type="button" aria-label="Swap the pictures" onClick={() => setSwapped(!isSwapped)}>
              <Replace aria-hidden="true" />
            </button>
          ) : null}
          {document.pictureInPictureEnabled ? (
            <button type="button" aria-label="Picture in picture" onClick={() => void popOut(frame.current)}>
              <PictureInPicture2 aria-hidden="true" />
            </button>
          ) : null}
          <button type="button" aria-label="Full screen" onClick={() => void toggleFullscreen(frame.current)}>
            <Maximize aria-hidden="true" />
          </button>
        </div>
      ) : null}
      {/* Captions of a class stand here one day. Nothing else may cover this part. */}
      <div className="live-captions" />
    </section>
  )
}

/** The time, so that a stage without a picture does not look broken. */
function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const text = now.toLocaleTimeString('en-IN', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' })
  return (
    <time className="live-clock" dateTime={now.toISOString()}>
      {text.toUpperCase()} IST
    </time>
  )
}

interface PictureProps {
  stream: MediaStream
  isOwn: boolean
  isMain?: boolean
  isMirrored?: boolean
  speaker: string
}

function Picture({ stream, isOwn, isMain = false, isMirrored = false, speaker }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  useSpeaker(video, speaker)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    void element.play().catch((error: unknown) => {
      // A browser may refuse sound before the first press. Any other end of `play` is followed by another one.
      if (!(error instanceof Error && error.name === 'NotAllowedError')) return
      setBlocked(true)
      element.muted = true
      return element.play().catch(() => undefined)
    })
  }, [stream])
  const unblock = () => {
    setBlocked(false)
    if (video.current) video.current.muted = false
    void video.current?.play().catch(() => undefined)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a class has no captions yet */}
      <video
        ref={video}
        playsInline
        autoPlay
        muted={isOwn}
        data-main={isMain || undefined}
        data-mirrored={isMirrored || undefined}
      />
      {isBlocked && !isOwn ? (
        <button type="button" className="live-unmute" onClick={unblock}>
          <Volume2 aria-hidden="true" /> Turn on the sound
        </button>
      ) : null}
    </>
  )
}

/** Plays through a speaker that a person chose. One that is gone gives way to the system's own. */
function useSpeaker(element: RefObject<HTMLMediaElement | null>, speaker: string): void {
  useEffect(() => {
    const { current } = element
    if (!current || !('setSinkId' in current)) return
    const listen = (id: string) => current.setSinkId(id).catch(() => (id === '' ? undefined : current.setSinkId('')))
    void listen(speaker)
    const look = () => void listen(speaker)
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [element, speaker])
}

function Voice({ stream, speaker }: { stream: MediaStream; speaker: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  useSpeaker(audio, speaker)
  useEffect(() => {
    if (audio.current) audio.current.srcObject = stream
    void audio.current?.play().catch(() => undefined)
  }, [stream])
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a voice of the class
  return <audio ref={audio} autoPlay />
}

async function popOut(frame: HTMLElement | null): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  await frame?.querySelector<HTMLVideoElement>('video[data-main]')?.requestPictureInPicture()
}

async function toggleFullscreen(frame: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen()
  await frame?.requestFullscreen()
}
