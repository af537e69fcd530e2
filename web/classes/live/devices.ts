/** Which devices a person chose. Empty for the browser's own choice. */
export interface ChosenDevices {
  camera: string
  microphone: string
  speaker: string
}

export const noChoice: ChosenDevices = { camera: '', microphone: '', speaker: '' }

export interface Devices {
  cameras: readonly MediaDeviceInfo[]
  microphones: readonly MediaDeviceInfo[]
  speakers: readonly MediaDeviceInfo[]
}

/** Safari and older browsers leave it to the system. */
const canChooseSpeaker = typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype

export async function listDevices(): Promise<Devices> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const of = (kind: MediaDeviceKind) => devices.filter((device) => device.kind === kind && device.deviceId !== '')
  return { cameras: of('videoinput'), microphones: of('audioinput'), speakers: canChooseSpeaker ? of('audiooutput') : [] }
}

const exactly = (deviceId: string) => (deviceId === '' ? {} : { deviceId: { exact: deviceId } })

const cameraOf = ({ camera }: ChosenDevices): MediaTrackConstraints => ({
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

/** Opens one device. @throws DOMException when the person or the system refuses, or no such device is there */
export async function openDevice(kind: 'audio' | 'video', chosen: ChosenDevices): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia(
    kind === 'audio' ? { audio: microphoneOf(chosen) } : { video: cameraOf(chosen) },
  )
  const track = stream.getTracks()[0]
  if (!track) throw new DOMException('no track', 'NotFoundError')
  return track
}

/**
 * Opens camera and microphone, or the microphone alone where no camera is.
 * @throws DOMException when the person or the system refuses
 */
export async function openCamera(chosen: ChosenDevices): Promise<MediaStream> {
  const audio = microphoneOf(chosen)
  const { mediaDevices } = navigator
  return mediaDevices.getUserMedia({ video: cameraOf(chosen), audio }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return mediaDevices.getUserMedia({ audio })
  })
}

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NotFoundError' || error.name === 'OverconstrainedError')

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
    return 'The browser may not use your camera and microphone. Press the icon beside the address of this page, allow both, then try again. On a Mac, look in the system’s settings for privacy too.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'No microphone was found. Connect one, then try again.'
  if (name === 'NotReadableError') return 'Another program uses your camera or microphone. Close it, then try again.'
  return 'Your camera and microphone could not be opened. Please try again.'
}
