import { useEffect, useState } from 'react'
import { type ChosenDevices, type Devices, listDevices } from './devices.ts'

const noDevices: Devices = { cameras: [], microphones: [], speakers: [] }

interface Props {
  /** Read again when it changes: names are known only after a permission. */
  stream: MediaStream | undefined
  chosen: ChosenDevices
  onChoose: (chosen: ChosenDevices) => void
  /** Whether this person sends a picture, and sound. */
  hasCamera: boolean
  hasMicrophone: boolean
}

/** Which camera, microphone and speaker a person uses. Follows what is plugged in. */
export function DeviceChoices({ stream, chosen, onChoose, hasCamera, hasMicrophone }: Props) {
  const [{ cameras, microphones, speakers }, setDevices] = useState(noDevices)
  useEffect(() => {
    let isShown = true
    const read = () => void listDevices().then((devices) => isShown && setDevices(devices))
    read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => {
      isShown = false
      navigator.mediaDevices.removeEventListener('devicechange', read)
    }
  }, [stream])
  const choice = (label: string, devices: readonly MediaDeviceInfo[], name: keyof ChosenDevices) => (
    <Choice label={label} devices={devices} value={chosen[name]} onChange={(id) => onChoose({ ...chosen, [name]: id })} />
  )
  return (
    <>
      {hasCamera ? choice('Camera', cameras, 'camera') : null}
      {hasMicrophone ? choice('Microphone', microphones, 'microphone') : null}
      {speakers.length > 0 ? choice('Speaker', speakers, 'speaker') : null}
      {!hasCamera && !hasMicrophone && speakers.length === 0 ? (
        <p className="live-hint">
          You hear the class through what your system has chosen. This browser has no choice of its own.
        </p>
      ) : null}
    </>
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
        <option value="">{devices.length === 0 ? 'None was found' : 'Chosen by the browser'}</option>
        {devices.map(({ deviceId, label: name }) => (
          <option key={deviceId} value={deviceId}>
            {name || deviceId}
          </option>
        ))}
      </select>
    </label>
  )
}
