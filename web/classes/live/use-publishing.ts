import { useCallback, useEffect, useRef, useState } from 'react'
import { type ChosenDevices, deviceProblem, microphoneOf, noChoice, openCamera, openDevice, openScreen } from './devices.ts'
import type { Reading } from './meters.ts'
import { PublishedSource } from './publish-media.ts'
import type { LiveRoom } from './use-live-room.ts'

export interface Publishing {
  /** The camera with the microphone, or the microphone alone of a student. */
  camera: MediaStream | undefined
  screen: MediaStream | undefined
  isLive: boolean
  isMicrophoneOn: boolean
  isCameraOn: boolean
  isLost: boolean
  problem: string
  /** What happened to a device that was unplugged. */
  deviceNote: string
  chosen: ChosenDevices
  openDevices: (chosen: ChosenDevices) => Promise<void>
  goLive: () => void
  stop: () => void
  /** Takes another camera or microphone, also while the class is live. */
  change: (chosen: ChosenDevices) => Promise<void>
  toggleMicrophone: () => void
  toggleCamera: () => void
  /** Chooses a screen, and sends it; a teacher who tests the devices sends it when the class begins. */
  shareScreen: () => Promise<void>
  stopScreen: () => void
  /** Sends a student's own voice. */
  speak: () => Promise<void>
  readLines: () => Promise<readonly Reading[]>
}

interface Opened {
  camera?: MediaStream | undefined
  screen?: MediaStream | undefined
  chosen: ChosenDevices
  /** A teacher tests the devices, and sends nothing yet. */
  isWaiting: boolean
}

const end = (stream: MediaStream | undefined) => stream?.getTracks().forEach((track) => track.stop())

/** What this window sends to a class. */
export function usePublishing({
  entered,
  renew,
  engine,
  isHost,
}: Pick<LiveRoom, 'entered' | 'renew' | 'engine' | 'isHost'>): Publishing {
  const [camera, setCamera] = useState<MediaStream>()
  const [screen, setScreen] = useState<MediaStream>()
  const [isLive, setLive] = useState(false)
  const [isLost, setLost] = useState(false)
  const [isMicrophoneOn, setMicrophoneOn] = useState(true)
  const [isCameraOn, setCameraOn] = useState(true)
  const [problem, setProblem] = useState('')
  const [deviceNote, setDeviceNote] = useState('')
  const [chosen, setChosen] = useState<ChosenDevices>(noChoice)
  const sources = useRef(new Map<string, PublishedSource>())
  const latest = useRef(entered)
  const opened = useRef<Opened>({ chosen: noChoice, isWaiting: false })
  useEffect(() => {
    latest.current = entered
    opened.current = { ...opened.current, camera, screen, chosen, isWaiting: isHost && !isLive }
  })
  const publish = useCallback(
    (source: string, stream: MediaStream) => {
      sources.current.get(source)?.stop()
      const options = {
        entered: () => latest.current,
        renew,
        onState: (state: string) => {
          if (source === 'camera' || source.startsWith('voice-')) setLost(state === 'lost')
        },
      }
      sources.current.set(source, new PublishedSource(source, stream, options))
    },
    [renew],
  )
  useEffect(() => {
    if (engine > 0) for (const source of sources.current.values()) source.reopen()
  }, [engine])
  const unpublish = useCallback((source: string) => {
    sources.current.get(source)?.stop()
    sources.current.delete(source)
  }, [])
  const openDevices = useCallback(async (next: ChosenDevices) => {
    setProblem('')
    setDeviceNote('')
    try {
      const stream = await openCamera(next)
      end(opened.current.camera)
      setChosen(next)
      setCamera(stream)
      if (stream.getVideoTracks().length === 0)
        setDeviceNote('No camera was found. The class will hear you, and see your screen when you share it.')
    } catch (error) {
      setProblem(deviceProblem(error))
    }
  }, [])
  const goLive = useCallback(() => {
    const stream = opened.current.camera
    if (!stream) return
    publish('camera', stream)
    const [video] = stream.getVideoTracks()
    // Without sound: who takes the small picture gets the sound with the camera.
    if (video) publish('camera-low', new MediaStream([video]))
    if (opened.current.screen) publish('screen', opened.current.screen)
    setLive(true)
  }, [publish])
  const stopScreen = useCallback(() => {
    unpublish('screen')
    end(opened.current.screen)
    setScreen(undefined)
  }, [unpublish])
  const stop = useCallback(() => {
    for (const source of sources.current.keys()) unpublish(source)
    end(opened.current.camera)
    end(opened.current.screen)
    setCamera(undefined)
    setScreen(undefined)
    setLive(false)
    setLost(false)
  }, [unpublish])
  /** Puts a device in the place of another, on the lines that are open. */
  const take = useCallback(
    async (kind: 'audio' | 'video', track: MediaStreamTrack) => {
      const current = opened.current.camera
      const old = current?.getTracks().filter((one) => one.kind === kind) ?? []
      track.enabled = old[0]?.enabled ?? true
      const next = new MediaStream([...(current?.getTracks().filter((one) => one.kind !== kind) ?? []), track])
      opened.current.camera = next
      setCamera(next)
      for (const [source, sent] of sources.current) {
        if (source === 'screen' || (source === 'camera-low' && kind === 'audio')) continue
        // A line that had no picture is made anew with one.
        if (sent.has(kind)) await sent.replace(kind, track)
        else publish(source, source === 'camera-low' ? new MediaStream([track]) : next)
      }
      for (const one of old) one.stop()
    },
    [publish],
  )
  const change = useCallback(
    async (next: ChosenDevices) => {
      const before = opened.current.chosen
      setChosen(next)
      setProblem('')
      setDeviceNote('')
      if (!opened.current.camera) return
      try {
        if (next.microphone !== before.microphone) await take('audio', await openDevice('audio', next))
        if (next.camera !== before.camera) await take('video', await openDevice('video', next))
      } catch (error) {
        setChosen(before)
        setProblem(deviceProblem(error))
      }
    },
    [take],
  )
  const recover = useCallback(
    async (kind: 'audio' | 'video') => {
      const name = kind === 'audio' ? 'microphone' : 'camera'
      const next = { ...opened.current.chosen, [name]: '' }
      try {
        const track = await openDevice(kind, next)
        setChosen(next)
        await take(kind, track)
        setDeviceNote(`Your ${name} was unplugged. “${track.label || 'The next one'}” has taken its place.`)
      } catch {
        setDeviceNote(
          kind === 'audio'
            ? 'Your microphone was unplugged, and no other is there: the class does not hear you. Connect one.'
            : 'Your camera was unplugged, and no other is there. The class still hears you.',
        )
      }
    },
    [take],
  )
  useEffect(() => {
    const tracks = camera?.getTracks() ?? []
    // The end of a track that we stop ourselves is not told.
    const lose = ({ target }: Event) => void recover((target as MediaStreamTrack).kind === 'audio' ? 'audio' : 'video')
    for (const track of tracks) track.addEventListener('ended', lose)
    // A device that is connected takes the place of one that was lost.
    const look = () => {
      for (const track of opened.current.camera?.getTracks() ?? [])
        if (track.readyState === 'ended') void recover(track.kind === 'audio' ? 'audio' : 'video')
    }
    if (tracks.length > 0) navigator.mediaDevices.addEventListener('devicechange', look)
    return () => {
      for (const track of tracks) track.removeEventListener('ended', lose)
      if (tracks.length > 0) navigator.mediaDevices.removeEventListener('devicechange', look)
    }
  }, [camera, recover])
  const shareScreen = useCallback(async () => {
    try {
      const stream = await openScreen()
      // The browser's own bar ends it too.
      stream.getVideoTracks()[0]?.addEventListener('ended', stopScreen)
      if (!opened.current.isWaiting) publish('screen', stream)
      setScreen(stream)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'NotAllowedError'))
        setProblem('Your screen could not be shared. Please try again.')
    }
  }, [publish, stopScreen])
  const speak = useCallback(async () => {
    const person = latest.current?.person.id
    if (person === undefined) return
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: microphoneOf(opened.current.chosen) })
      publish(`voice-${person}`, stream)
      setCamera(stream)
      setMicrophoneOn(true)
      setLive(true)
    } catch (error) {
      setProblem(deviceProblem(error))
    }
  }, [publish])
  const readLines = useCallback(
    async () =>
      (await Promise.all([...sources.current.values()].map((source) => source.read()))).filter((one) => one !== undefined),
    [],
  )
  const toggle = (kind: 'audio' | 'video', isOn: boolean) => {
    for (const track of opened.current.camera?.getTracks() ?? []) if (track.kind === kind) track.enabled = !isOn
  }
  useEffect(() => {
    const current = sources.current
    return () => {
      for (const source of current.values()) source.stop()
      end(opened.current.camera)
      end(opened.current.screen)
    }
  }, [])
  return {
    camera,
    screen,
    isLive,
    isMicrophoneOn,
    isCameraOn,
    isLost,
    problem,
    deviceNote,
    chosen,
    openDevices,
    goLive,
    stop,
    change,
    toggleMicrophone() {
      toggle('audio', isMicrophoneOn)
      setMicrophoneOn(!isMicrophoneOn)
    },
    toggleCamera() {
      toggle('video', isCameraOn)
      setCameraOn(!isCameraOn)
    },
    shareScreen,
    stopScreen,
    speak,
    readLines,
  }
}
