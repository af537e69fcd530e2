import { useCallback, useEffect, useRef, useState } from 'react'
import { cameraOf, type ChosenDevices, deviceProblem, microphoneOf, openCamera, openScreen } from './devices.ts'
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
  openDevices: (chosen: ChosenDevices) => Promise<void>
  goLive: () => void
  stop: () => void
  /** Takes another camera or microphone, also while the class is live. */
  change: (chosen: ChosenDevices) => Promise<void>
  toggleMicrophone: () => void
  toggleCamera: () => void
  shareScreen: () => Promise<void>
  stopScreen: () => void
  /** Sends a student's own voice. */
  speak: () => Promise<void>
}

const end = (stream: MediaStream | undefined) => stream?.getTracks().forEach((track) => track.stop())

/** What this window sends to a class. */
export function usePublishing({ entered, renew, engine }: Pick<LiveRoom, 'entered' | 'renew' | 'engine'>): Publishing {
  const [camera, setCamera] = useState<MediaStream>()
  const [screen, setScreen] = useState<MediaStream>()
  const [isLive, setLive] = useState(false)
  const [isLost, setLost] = useState(false)
  const [isMicrophoneOn, setMicrophoneOn] = useState(true)
  const [isCameraOn, setCameraOn] = useState(true)
  const [problem, setProblem] = useState('')
  const sources = useRef(new Map<string, PublishedSource>())
  const latest = useRef(entered)
  const opened = useRef<{ camera?: MediaStream | undefined; screen?: MediaStream | undefined }>({})
  useEffect(() => {
    latest.current = entered
    opened.current = { camera, screen }
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
  const openDevices = useCallback(async (chosen: ChosenDevices) => {
    setProblem('')
    try {
      const stream = await openCamera(chosen)
      end(opened.current.camera)
      setCamera(stream)
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
  const change = useCallback(async (chosen: ChosenDevices) => {
    const current = opened.current.camera
    try {
      const hasVideo = current ? current.getVideoTracks().length > 0 : true
      const next = await navigator.mediaDevices.getUserMedia({
        audio: microphoneOf(chosen),
        ...(hasVideo && { video: cameraOf(chosen) }),
      })
      for (const track of next.getTracks()) {
        const kind = track.kind === 'audio' ? 'audio' : 'video'
        track.enabled = current?.getTracks().find((one) => one.kind === kind)?.enabled ?? true
        for (const [source, sent] of sources.current) if (source !== 'screen') await sent.replace(kind, track)
      }
      end(current)
      setCamera(next)
      setProblem('')
    } catch (error) {
      setProblem(deviceProblem(error))
    }
  }, [])
  const shareScreen = useCallback(async () => {
    try {
      const stream = await openScreen()
      // The browser's own bar ends it too.
      stream.getVideoTracks()[0]?.addEventListener('ended', stopScreen)
      publish('screen', stream)
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
      const stream = await navigator.mediaDevices.getUserMedia({ audio: microphoneOf({ camera: '', microphone: '' }) })
      publish(`voice-${person}`, stream)
      setCamera(stream)
      setMicrophoneOn(true)
      setLive(true)
    } catch (error) {
      setProblem(deviceProblem(error))
    }
  }, [publish])
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
  }
}
