import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ClassLayer } from '#contract/classes/classroom-engine.ts'
import type { JoinState } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { startClock } from '#ui/server-clock.ts'
import { isEndpointError, messageOf } from '#web/lib/api.ts'
import { formatClock } from '#ui/format.ts'
import { savesData } from '#web/classes/saves-data.ts'
import { ClassHeader } from './class-header.tsx'
import type { ClassCalls } from './class-calls.ts'
import { Controls } from './controls.tsx'
import { DevicesDialog } from './devices-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { DeviceTest } from './device-test.tsx'
import { useKeysChoice, useShortcuts } from './shortcuts.ts'
import { SidePanel, type Tab } from './side-panel.tsx'
import { Speaking } from './speaking.tsx'
import { Stage } from './stage.tsx'
import { shortcutsOf } from './class-shortcuts.ts'
import { useMeters } from './use-meters.ts'
import { useSoundFirst } from './use-sound-first.ts'
import { type LiveRoom, useLiveRoom } from './use-live-room.ts'
import { type Publishing, usePublishing } from './use-publishing.ts'
import { useWatching } from './use-watching.ts'
import './live.css'

interface Props {
  calls: ClassCalls
  /** Where a person goes who leaves. */
  leaveTo: string
  isStaff: boolean
}

/** A class that is held in the product. */
export function LiveClass({ calls, leaveTo, isStaff }: Props) {
  const room = useLiveRoom(calls)
  const { state, status, entered, isHost } = room
  const publishing = usePublishing(room)
  const [layer, setLayer] = useState<ClassLayer>(() => (savesData() ? 'sound' : 'auto'))
  const navigate = useNavigate()
  const info = useClassInfo(calls)
  const own = useMemo(() => {
    const streams = new Map<string, MediaStream>()
    if (isHost && publishing.isLive && publishing.camera) streams.set('camera', publishing.camera)
    if (publishing.screen) streams.set('screen', publishing.screen)
    return streams
  }, [isHost, publishing.isLive, publishing.camera, publishing.screen])
  const ownVoice = `voice-${state.person?.id ?? ''}`
  const wanted = state.sources.filter((source) => source !== 'camera-low' && source !== ownVoice && !own.has(source))
  const isOpen = status.state === 'open' || status.state === 'reconnecting'
  const [isSoundFirst, setSoundFirst] = useState(false)
  const shownLayer = layer === 'auto' && isSoundFirst ? 'sound' : layer
  const { watched, readLines } = useWatching(isOpen ? entered : undefined, wanted, shownLayer, room.renew)
  const meters = useMeters(readLines, publishing.readLines)
  useSoundFirst(meters, layer, setSoundFirst)
  useVoice(room, publishing)
  useOneScreen(room, publishing)
  const [tab, setTab] = useState<Tab>('chat')
  const [dialog, setDialog] = useState<'keys' | 'devices'>()
  const closeDialog = useCallback(() => setDialog(undefined), [])
  const [hasKeys, setHasKeys] = useKeysChoice()
  const shortcuts = shortcutsOf({ room, publishing, onTab: setTab, onKeys: () => setDialog('keys') })
  useShortcuts(shortcuts, hasKeys)
  if (
    status.state !== 'open' &&
    status.state !== 'reconnecting' &&
    !(status.state === 'connecting' || status.state === 'removed')
  ) {
    return <Outside status={status} info={info} isStaff={isStaff} leaveTo={leaveTo} />
  }
  if (!entered || !state.person) return <Entering />
  const others = state.people.filter(({ id }) => id !== state.person?.id).length
  return (
    <div className="live-room" data-host={isHost || undefined}>
      <ClassHeader
        room={room}
        info={info}
        isSending={publishing.isLive}
        isLost={publishing.isLost}
        meters={meters}
        isSoundFirst={isSoundFirst}
        isSavingData={layer === 'sound'}
        onKeys={() => setDialog('keys')}
      />
      <main id="main" className="live-main" tabIndex={-1}>
        {isHost && !publishing.isLive ? (
          <DeviceTest publishing={publishing} people={others} />
        ) : (
          <Stage
            watched={watched}
            own={own}
            empty={emptyStage(isHost, info)}
            isSoundOnly={shownLayer === 'sound'}
            screenOf={screenLabel(room)}
            speaker={publishing.chosen.speaker}
            speaking={<Speaking meters={meters} state={state} />}
            hasKeys={hasKeys}
          />
        )}
        <div className="live-notes">
          {state.screen === state.person.id && !publishing.screen ? (
            <Notice tone="good">
              The teacher asks for your screen. It is shown to the class when you press “Share your screen”.
            </Notice>
          ) : null}
          {publishing.problem && (publishing.isLive || !isHost) ? <Notice tone="bad">{publishing.problem}</Notice> : null}
          {publishing.deviceNote && publishing.isLive ? <Notice tone="plain">{publishing.deviceNote}</Notice> : null}
        </div>
        <Controls
          room={room}
          publishing={publishing}
          onDevices={() => setDialog('devices')}
          onLeave={() => void navigate(leaveTo)}
        />
      </main>
      <SidePanel room={room} meters={meters} tab={tab} onTab={setTab} />
      {dialog === 'keys' ? <KeysDialog shortcuts={shortcuts} isOn={hasKeys} onChoose={setHasKeys} onClose={closeDialog} /> : null}
      {dialog === 'devices' ? (
        <DevicesDialog publishing={publishing} isHost={isHost} layer={layer} onLayer={setLayer} onClose={closeDialog} />
      ) : null}
      <p role="status" className="sr-only">
        <span key={state.spoken.count}>{state.spoken.text}</span>
      </p>
    </div>
  )
}

function emptyStage(isHost: boolean, info: JoinState | undefined) {
  if (isHost) return { title: 'Your camera is off', text: 'The class hears you and sees your screen when you share it.' }
  const isEarly = info && startClock(info.now)() < Date.parse(info.starts_at)
  if (isEarly)
    return {
      title: `The class begins at ${formatClock(info.starts_at)}`,
      text: 'You are in. The teacher comes here in a moment.',
    }
  return { title: 'The teacher is away for a moment', text: 'Stay here: the picture comes back without a press.' }
}

/** Reads what the class is: its course, topic and times. */
function useClassInfo(calls: ClassCalls): JoinState | undefined {
  const [info, setInfo] = useState<JoinState>()
  useEffect(() => {
    let isShown = true
    calls
      .readState()
      .then((state) => isShown && setInfo(state))
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [calls])
  return info
}

/** Whose screen the stage shows, when it is a student's. */
function screenLabel({ state }: LiveRoom): string {
  if (state.screen === null) return ''
  if (state.screen === state.person?.id) return 'Your screen'
  const name = state.people.find(({ id }) => id === state.screen)?.name
  return name === undefined ? '' : `Screen of ${name}`
}

/** One screen at a time: a student's ends with the permission, a teacher's when a student gets the stage. */
function useOneScreen({ state, isHost, renew }: LiveRoom, { stopScreen }: Publishing): void {
  const isMine = !isHost && state.person !== undefined && state.screen === state.person.id
  const gives = isHost && state.screen !== null
  useEffect(() => {
    if (gives) stopScreen()
  }, [gives, stopScreen])
  useEffect(() => {
    if (!isMine) return
    // The answer says where to send.
    void renew()
    return stopScreen
  }, [isMine, renew, stopScreen])
}

/** A student who is given the microphone is asked for it by the browser; who loses it is silent at once. */
function useVoice({ state, isHost, renew }: LiveRoom, { speak, stop }: Publishing): void {
  const isAllowed = !isHost && state.person !== undefined && state.voices.includes(state.person.id)
  useEffect(() => {
    if (!isAllowed) return
    // The answer says where to send.
    void renew().then(speak)
    return stop
  }, [isAllowed, renew, speak, stop])
}

function Entering() {
  return (
    <div className="live-outside">
      <h1>Your class opens</h1>
      <p role="status">You are being let in…</p>
    </div>
  )
}

interface OutsideProps {
  status: ReturnType<typeof useLiveRoom>['status']
  info: JoinState | undefined
  isStaff: boolean
  leaveTo: string
}

/** Why a person is not in the class, and what they can do. */
function Outside({ status, info, isStaff, leaveTo }: OutsideProps) {
  const back = <ButtonLink to={leaveTo}>Back</ButtonLink>
  const reload = (label: string) => (
    <Button variant="primary" onClick={() => location.reload()}>
      {label}
    </Button>
  )
  const reopen = (
    <Button key="reopen" variant="primary" onClick={() => location.assign(`${location.pathname}?as=staff&reopen=yes`)}>
      Open it again
    </Button>
  )
  if (status.state === 'elsewhere')
    return (
      <Card title="You are in this class in another window" acts={[reload('Go on here'), back]}>
        One window at a time, so that you are counted once and hear no echo.
      </Card>
    )
  if (status.state === 'flooded')
    return (
      <Card title="You were too quick" acts={[reload('Come back'), back]}>
        This window sent more than a person writes. Wait a moment before you come back.
      </Card>
    )
  if (status.state === 'over')
    return (
      <Card title="This class is over" acts={isStaff ? [reopen, back] : [back]}>
        {isStaff ? 'It was ended for everybody.' : 'Its recording comes to your room.'}
      </Card>
    )
  const error = status.state === 'refused' ? status.error : undefined
  if (isEndpointError(error, 401))
    return (
      <Card
        title="Sign in to enter"
        acts={[
          <ButtonLink key="in" variant="primary" to={pathTo('login')}>
            Login
          </ButtonLink>,
        ]}
      >
        Your class opens when you are signed in.
      </Card>
    )
  if (isEndpointError(error, 404))
    return (
      <Card title="This class is not yours" acts={[back]}>
        You are not enrolled in this class, or it is held elsewhere.
      </Card>
    )
  const mayReopen = isStaff && isEndpointError(error, 410) && info?.state === 'open'
  const join = mayReopen
    ? [reopen]
    : info
      ? [
          <ButtonLink key="join" variant="primary" to={pathTo('join', info.session_id)}>
            Open the class’s page
          </ButtonLink>,
        ]
      : []
  return (
    <Card title="You can not enter now" acts={[...join, back]}>
      {messageOf(error, 'The class could not be entered.')}
    </Card>
  )
}

function Card({ title, children, acts }: { title: string; children: ReactNode; acts: ReactNode[] }) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => main.current?.focus(), [])
  return (
    <main ref={main} id="main" className="live-outside" tabIndex={-1}>
      <h1>{title}</h1>
      <p>{children}</p>
      <div className="live-row">{acts}</div>
    </main>
  )
}
