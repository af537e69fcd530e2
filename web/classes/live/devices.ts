/** Which devices a person chose. Empty for the browser's own choice. */
export interface ChosenDevices {
  camera: string
  microphone: string
}

export interface Devices {
  cameras: readonly MediaDeviceInfo[]
  microphones: readonly MediaDeviceInfo[]
}

export async function listDevices(): Promise<Devices> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const of = (kind: MediaDeviceKind) => devices.filter((device) => device.kind === kind && device.deviceId !== '')
  return { cameras: of('videoinput'), microphones: of('audioinput') }
}

const exactly = (deviceId: string) => (deviceId === '' ? {} : { deviceId: { exact: deviceId } })

export const cameraOf = ({ camera }: ChosenDevices): MediaTrackConstraints => ({
  ...exactly(camera),
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 24, max: 30 },
})

export const microphoneOf = ({ microphone }: ChosenDevices): MediaTrackConstraints => ({
  ...exactly(microphone),
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
})

/** Opens camera and microphone. @throws DOMException when the person or the system refuses */
export const openCamera = (chosen: ChosenDevices): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: cameraOf(chosen), audio: microphoneOf(chosen) })

/** Opens a screen or window, with its sound where the browser gives it. Text stays sharp. */
export async function openScreen(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 15, max: 15 } }, audio: true })
  for (const track of stream.getVideoTracks()) track.contentHint = 'detail'
  return stream
}

/** What a refusal means, and what to do. */
export function deviceProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The browser may not use your camera and microphone. Allow it beside the address of this page, then try again.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'No camera or microphone was found. Connect one, then try again.'
  if (name === 'NotReadableError') return 'Another program uses your camera or microphone. Close it, then try again.'
  return 'Your camera and microphone could not be opened. Please try again.'
}
