import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type ChosenDevices, type Devices, listDevices } from './devices.ts'
import { useLevel } from './use-level.ts'
import type { Publishing } from './use-publishing.ts'

/** What a teacher sees before the class hears and sees them: the own picture, the microphone's level, and the devices. */
export function DeviceTest({ publishing, people }: { publishing: Publishing; people: number }) {
  const { camera, problem, openDevices, goLive, change } = publishing
  const [devices, setDevices] = useState<Devices>({ cameras: [], microphones: [] })
  const [chosen, setChosen] = useState<ChosenDevices>({ camera: '', microphone: '' })
  const level = useLevel(camera)
  const video = useRef<HTMLVideoElement>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void openDevices({ camera: '', microphone: '' })
  }, [openDevices])
  useEffect(() => {
    if (video.current) video.current.srcObject = camera ?? null
    if (!camera) return
    const read = () => void listDevices().then(setDevices)
    read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => navigator.mediaDevices.removeEventListener('devicechange', read)
  }, [camera])
  const choose = (next: ChosenDevices) => {
    setChosen(next)
    void (camera ? change(next) : openDevices(next))
  }
  return (
    <section className="live-test" aria-labelledby="test-heading">
      <div className="live-preview">
        <video ref={video} muted playsInline autoPlay data-own />
        {camera ? null : <p>{problem ? '' : 'Allow your camera and microphone when the browser asks.'}</p>}
      </div>
      <div className="live-test-side">
        <h1 id="test-heading">Check before you go live</h1>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Choice
          label="Camera"
          devices={devices.cameras}
          value={chosen.camera}
          onChange={(id) => choose({ ...chosen, camera: id })}
        />
        <Choice
          label="Microphone"
          devices={devices.microphones}
          value={chosen.microphone}
          onChange={(id) => choose({ ...chosen, microphone: id })}
        />
        <div className="live-level">
          <span id="level-label">Say something: the bar moves with your voice</span>
          <meter min={0} max={1} low={0.25} optimum={0.7} value={level} aria-labelledby="level-label" />
        </div>
        <p className="live-hint">
          {people === 0 ? 'Nobody is here yet.' : people === 1 ? '1 person waits.' : `${people} people wait.`} You can share your
          screen when you are live.
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

interface ChoiceProps {
  label: string
  devices: readonly MediaDeviceInfo[]
  value: string
  onChange: (id: string) => void
}

function Choice({ label, devices, value, onChange }: ChoiceProps) {
  return (
    <label className="live-select">
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)} disabled={devices.length === 0}>
        <option value="">Chosen by the browser</option>
        {devices.map(({ deviceId, label: name }) => (
          <option key={deviceId} value={deviceId}>
            {name || deviceId}
          </option>
        ))}
      </select>
    </label>
  )
}
