import { type ReactNode, useEffect, useMemo, useState } from 'react'
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
import { DeviceTest } from './device-test.tsx'
import { SidePanel } from './side-panel.tsx'
import { Stage } from './stage.tsx'
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
  const watched = useWatching(isOpen ? entered : undefined, wanted, layer, room.renew)
  useVoice(room, publishing)
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
      <ClassHeader room={room} info={info} isSending={publishing.isLive} isLost={publishing.isLost} />
      <main id="main" className="live-main" tabIndex={-1}>
        {isHost && !publishing.isLive ? (
          <DeviceTest publishing={publishing} people={others} />
        ) : (
          <Stage watched={watched} own={own} empty={emptyStage(isHost, info)} />
        )}
        {publishing.problem && (publishing.isLive || !isHost) ? <Notice tone="bad">{publishing.problem}</Notice> : null}
        <Controls room={room} publishing={publishing} layer={layer} onLayer={setLayer} onLeave={() => void navigate(leaveTo)} />
      </main>
      <SidePanel room={room} />
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
  return (
    <main id="main" className="live-outside" tabIndex={-1}>
      <h1>{title}</h1>
      <p>{children}</p>
      <div className="live-row">{acts}</div>
    </main>
  )
}
