import { MonitorUp, MonitorX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { DeviceChoices } from './device-choices.tsx'
import { noChoice } from './devices.ts'
import { useLevel } from './use-level.ts'
import type { Publishing } from './use-publishing.ts'

/** What a teacher sees before the class hears and sees them: the own picture, the microphone's level, the screen and the devices. */
export function DeviceTest({ publishing, people }: { publishing: Publishing; people: number }) {
  const { camera, screen, problem, deviceNote, chosen, openDevices, goLive, change } = publishing
  const level = useLevel(camera)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void openDevices(noChoice)
  }, [openDevices])
  const hasPicture = (camera?.getVideoTracks().length ?? 0) > 0
  return (
    <section className="live-test" aria-labelledby="test-heading">
      <div className="live-preview">
        {hasPicture ? <Preview stream={camera} isOwn /> : null}
        {screen ? (
          <div className="live-small">
            <Preview stream={screen} />
          </div>
        ) : null}
        {hasPicture || problem ? null : (
          <p>{camera ? 'The class will hear you.' : 'Allow your camera and microphone when the browser asks.'}</p>
        )}
      </div>
      <div className="live-test-side">
        <h1 id="test-heading">Check before you go live</h1>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        {deviceNote ? <Notice tone="plain">{deviceNote}</Notice> : null}
        <DeviceChoices
          stream={camera}
          chosen={chosen}
          onChoose={(next) => void (camera ? change(next) : openDevices(next))}
          hasCamera
          hasMicrophone
        />
        <div className="live-level">
          <span id="level-label">Say something: the bar moves with your voice</span>
          <meter min={0} max={1} low={0.25} optimum={0.7} value={level} aria-labelledby="level-label" />
        </div>
        <p className="live-row">
          <Button onClick={() => (screen ? publishing.stopScreen() : publishing.shareScreen())}>
            {screen ? <MonitorX aria-hidden="true" className="size-4" /> : <MonitorUp aria-hidden="true" className="size-4" />}
            {screen ? 'Begin without my screen' : 'Begin with my screen'}
          </Button>
        </p>
        <p className="live-hint">
          {people === 0 ? 'Nobody is here yet.' : people === 1 ? '1 person waits.' : `${people} people wait.`} You can share your
          screen later too.
        </p>
        {camera ? (
          <Button variant="primary" size="lg" onClick={goLive}>
            Go live
          </Button>
        ) : (
          <Button variant="primary" size="lg" onClick={() => openDevices(chosen)}>
            {problem ? 'Try again' : 'Open camera and microphone'}
          </Button>
        )}
      </div>
    </section>
  )
}

function Preview({ stream, isOwn = false }: { stream: MediaStream | undefined; isOwn?: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])
  return <video ref={video} muted playsInline autoPlay data-own={isOwn || undefined} />
}
