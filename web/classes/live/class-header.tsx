import { Frown, Radio, Wifi, WifiOff } from 'lucide-react'
import type { JoinState } from '#contract/classes/classes.ts'
import type { LiveRoom } from './use-live-room.ts'

interface Props {
  room: LiveRoom
  info: JoinState | undefined
  /** Whether this window sends. */
  isSending: boolean
  isLost: boolean
}

/** What the class is about now, and how this window's line is. */
export function ClassHeader({ room: { state, status, isHost }, info, isSending, isLost }: Props) {
  const isAway = status.state !== 'open'
  return (
    <header className="live-header">
      <div>
        <p className="live-course">{info?.course ?? 'Your class'}</p>
        <h1>{state.topic?.title ?? (info?.topic || (info?.number ? `Class ${info.number}` : 'Class'))}</h1>
      </div>
      <ul className="live-facts">
        {isHost && state.lost > 0 ? (
          <li data-tone="warn">
            <Frown aria-hidden="true" /> {state.lost} lost
          </li>
        ) : null}
        {isSending && !isLost && !isAway ? (
          <li data-tone="live">
            <Radio aria-hidden="true" /> Live
          </li>
        ) : null}
        <li data-tone={isAway || isLost ? 'warn' : undefined}>
          {isAway || isLost ? <WifiOff aria-hidden="true" /> : <Wifi aria-hidden="true" />}
          <span role="status">{isAway ? 'Reconnecting…' : isLost ? 'The class does not see you now' : 'Connected'}</span>
        </li>
        <li>
          <abbr title="Nobody has taught a whole course here yet. Tell us what you see.">Beta</abbr>
        </li>
      </ul>
    </header>
  )
}
