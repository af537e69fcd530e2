import {
  Bookmark,
  CircleHelp,
  Hand,
  ListEnd,
  LogOut,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  PhoneOff,
  Settings2,
  Video,
  VideoOff,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LiveState } from './live-state.ts'
import type { LiveRoom } from './use-live-room.ts'
import type { Publishing } from './use-publishing.ts'

interface Props {
  room: LiveRoom
  publishing: Publishing
  onDevices: () => void
  onLeave: () => void
}

/** The bar below the stage. */
export function Controls(props: Props) {
  return (
    <div className="live-controls" role="toolbar" aria-label="Class">
      {props.room.isHost ? <HostControls {...props} /> : <StudentControls {...props} />}
    </div>
  )
}

interface ControlProps {
  label: string
  icon: ReactNode
  isOn?: boolean
  tone?: 'danger' | 'warn'
  onPress: () => void
  children?: ReactNode
}

function Control({ label, icon, isOn, tone, onPress, children }: ControlProps) {
  return (
    <button type="button" className="live-control" aria-pressed={isOn} data-tone={tone} onClick={onPress}>
      {icon}
      <span>{label}</span>
      {children}
    </button>
  )
}

function DevicesControl({ label, onPress }: { label: string; onPress: () => void }) {
  return <Control label={label} icon={<Settings2 aria-hidden="true" />} onPress={onPress} />
}

function ScreenControl({ publishing: { screen, shareScreen, stopScreen }, label }: { publishing: Publishing; label: string }) {
  return (
    <Control
      label={screen ? 'Stop sharing' : label}
      icon={screen ? <MonitorX aria-hidden="true" /> : <MonitorUp aria-hidden="true" />}
      isOn={screen !== undefined}
      onPress={() => (screen ? stopScreen() : void shareScreen())}
    />
  )
}

function MicrophoneControl({ publishing: { isMicrophoneOn, toggleMicrophone } }: { publishing: Publishing }) {
  return (
    <Control
      label={isMicrophoneOn ? 'Mute' : 'Unmute'}
      icon={isMicrophoneOn ? <Mic aria-hidden="true" /> : <MicOff aria-hidden="true" />}
      {...(isMicrophoneOn ? {} : { tone: 'warn' as const })}
      onPress={toggleMicrophone}
    />
  )
}

function HostControls({ room: { state, send, newId }, publishing, onDevices }: Props) {
  const [asks, setAsks] = useState(false)
  if (!publishing.isLive) return null
  const next = nextTopic(state)
  if (asks) {
    return (
      <div className="live-ask" role="group" aria-label="End the class">
        <p>End the class for everybody?</p>
        <Control
          label="End for all"
          icon={<PhoneOff aria-hidden="true" />}
          tone="danger"
          onPress={() => {
            publishing.stop()
            send({ type: 'end' })
          }}
        />
        <Control label="Go on" icon={<ListEnd aria-hidden="true" />} onPress={() => setAsks(false)} />
      </div>
    )
  }
  return (
    <>
      <MicrophoneControl publishing={publishing} />
      <Control
        label={publishing.isCameraOn ? 'Camera off' : 'Camera on'}
        icon={publishing.isCameraOn ? <Video aria-hidden="true" /> : <VideoOff aria-hidden="true" />}
        {...(publishing.isCameraOn ? {} : { tone: 'warn' as const })}
        onPress={publishing.toggleCamera}
      />
      <ScreenControl publishing={publishing} label="Share screen" />
      <Control
        label={next.isPlanned ? `Next: ${next.title}` : 'Next topic'}
        icon={<ListEnd aria-hidden="true" />}
        onPress={() => send({ type: 'topic', client_id: newId(), title: next.title })}
      />
      <DevicesControl label="Devices" onPress={onDevices} />
      <Control label="End class" icon={<PhoneOff aria-hidden="true" />} tone="danger" onPress={() => setAsks(true)} />
    </>
  )
}

/** The topic that comes next: as planned, else the next part. */
export function nextTopic({ plannedTopics, topic }: LiveState): { title: string; isPlanned: boolean } {
  const number = topic?.number ?? 0
  const planned = plannedTopics[number]
  return { title: planned ?? `Part ${number + 1}`, isPlanned: planned !== undefined }
}

function StudentControls({ room: { state, send, newId, entered }, publishing, onDevices, onLeave }: Props) {
  const [isMarked, setMarked] = useState(false)
  const own = state.person?.id ?? ''
  const isUp = state.hands.includes(own)
  const mark = () => {
    send({ type: 'mark', client_id: newId(), note: '' })
    setMarked(true)
    setTimeout(() => setMarked(false), 2000)
  }
  return (
    <>
      {publishing.isLive ? <MicrophoneControl publishing={publishing} /> : null}
      {state.screen === own ? <ScreenControl publishing={publishing} label="Share your screen" /> : null}
      <Control
        label={isUp ? 'Lower hand' : 'Raise hand'}
        icon={<Hand aria-hidden="true" />}
        isOn={isUp}
        onPress={() => send({ type: 'hand', up: !isUp })}
      />
      {entered?.role === 'participant' ? (
        <>
          <Control label="I am lost" icon={<CircleHelp aria-hidden="true" />} onPress={() => send({ type: 'lost' })} />
          <Control label={isMarked ? 'Marked' : 'Mark'} icon={<Bookmark aria-hidden="true" />} onPress={mark} />
        </>
      ) : null}
      <DevicesControl label="Settings" onPress={onDevices} />
      <Control label="Leave" icon={<LogOut aria-hidden="true" />} tone="danger" onPress={onLeave} />
    </>
  )
}
