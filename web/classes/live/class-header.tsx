import { CircleSlash2, Frown, Keyboard, Radio, Wifi, WifiOff } from 'lucide-react'
import type { JoinState } from '#contract/classes/classes.ts'
import { type LineWords, type Meters, useLineWords } from './meters.ts'
import { Pulse } from './pulse.tsx'
import type { LiveRoom } from './use-live-room.ts'

interface Props {
  room: LiveRoom
  info: JoinState | undefined
  /** Whether this window sends. */
  isSending: boolean
  isLost: boolean
  meters: Meters
  /** Whether the picture was left out because the line does not bear it. */
  isSoundFirst: boolean
  isSavingData: boolean
  onKeys: () => void
}

const lineWords: Record<LineWords, string> = {
  good: 'Connected',
  weak: 'Weak line',
  'upload-lost': 'Your upload loses sound and picture',
  'upload-late': 'The class hears you late',
  'upload-small': 'Students see you in a small picture',
}

/** What the class is about now, and how this window's line is. */
export function ClassHeader({ room: { state, status, isHost }, info, isSending, isLost, meters, ...rest }: Props) {
  const line = useLineWords(meters)
  const isAway = status.state !== 'open'
  const isWeak = isAway || isLost || rest.isSoundFirst || line !== 'good'
  const words = isAway
    ? 'Reconnecting…'
    : isLost
      ? 'The class does not hear you now'
      : rest.isSoundFirst
        ? 'Weak line: sound first'
        : line === 'good' && rest.isSavingData
          ? 'Data saver'
          : lineWords[line]
  return (
    <header className="live-header">
      <div>
        <p className="live-course">{info?.course ?? 'Your class'}</p>
        <h1>{state.topic?.title ?? (info?.topic || (info?.number ? `Class ${info.number}` : 'Class'))}</h1>
      </div>
      <ul className="live-facts">
        {isHost ? (
          <li data-tone={state.lost > 0 ? 'warn' : undefined} className="live-lost-count">
            <Pulse lost={state.lost} people={state.people.filter(({ role }) => role !== 'host').length} />
            {state.lost > 0 ? (
              <>
                <Frown aria-hidden="true" /> {state.lost} lost
              </>
            ) : null}
          </li>
        ) : null}
        {isSending && !isLost && !isAway ? (
          <li data-tone="live">
            <Radio aria-hidden="true" /> Live
          </li>
        ) : null}
        <li className="live-line" data-tone={isWeak ? 'warn' : undefined}>
          {isWeak ? <WifiOff aria-hidden="true" /> : <Wifi aria-hidden="true" />}
          <span role="status">{words}</span>
        </li>
        <li className="live-unrecorded">
          <CircleSlash2 aria-hidden="true" />
          <span>This class is not recorded</span>
        </li>
        <li className="live-keys-open">
          <button type="button" aria-label="Keys of this class" onClick={rest.onKeys}>
            <Keyboard aria-hidden="true" />
          </button>
        </li>
        <li>
          <abbr title="Nobody has taught a whole course here yet. Tell us what you see.">Beta</abbr>
        </li>
      </ul>
    </header>
  )
}
