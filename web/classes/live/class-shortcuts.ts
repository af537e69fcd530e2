import { askPrepared, letters } from './poll-panel.tsx'
import { nextTopic } from './controls.tsx'
import type { Shortcut } from './shortcuts.ts'
import type { Tab } from './side-panel.tsx'
import { stageKeys } from './stage.tsx'
import type { LiveRoom } from './use-live-room.ts'
import type { Publishing } from './use-publishing.ts'

interface Options {
  room: LiveRoom
  publishing: Publishing
  onTab: (tab: Tab) => void
  onKeys: () => void
}

const nothing = () => undefined

/** The keys of a class for this person. What can not be done now does nothing. */
export function shortcutsOf({ room, publishing, onTab, onKeys }: Options): Shortcut[] {
  const tab = (key: string, name: Tab, label: string): Shortcut => ({
    key,
    label,
    act() {
      onTab(name)
      document.getElementById(`live-tab-${name}`)?.focus()
    },
  })
  return [
    ...(room.isHost ? ofHost(room, publishing) : ofStudent(room, publishing)),
    tab('c', 'chat', 'Chat'),
    tab('q', 'questions', 'Questions'),
    tab('p', 'poll', 'Poll'),
    tab('g', 'people', 'People'),
    // The stage listens to these itself.
    { ...stageKeys.fullscreen, act: nothing },
    { ...stageKeys.swap, act: nothing },
    { key: '?', label: 'These keys', act: onKeys },
  ]
}

function ofHost(room: LiveRoom, publishing: Publishing): Shortcut[] {
  const { state, send, newId } = room
  const live = (act: () => void) => () => (publishing.isLive ? act() : undefined)
  const ask = (options: string[]) => () => {
    if (!state.poll) send({ type: 'poll', client_id: newId(), question: '', options, multiple: false })
  }
  return [
    { key: 'm', label: 'Mute and unmute', act: live(publishing.toggleMicrophone) },
    { key: 'v', label: 'Camera off and on', act: live(publishing.toggleCamera) },
    {
      key: 'd',
      label: 'Share the screen, and stop',
      act: live(() => (publishing.screen ? publishing.stopScreen() : void publishing.shareScreen())),
    },
    {
      key: 'n',
      label: 'Next topic',
      act: live(() => send({ type: 'topic', client_id: newId(), title: nextTopic(state).title })),
    },
    { key: 'x', label: 'Silence everybody', act: () => send({ type: 'silence' }) },
    { key: 'a', label: 'Ask A to D', act: ask(letters) },
    { key: 'y', label: 'Ask yes or no', act: ask(['Yes', 'No']) },
    {
      key: 'r',
      label: 'Close the poll and show its result',
      act: () => (state.poll ? send({ type: 'poll_close', poll: state.poll.poll }) : undefined),
    },
    ...state.prepared.slice(0, 9).map((poll, index) => ({
      key: String(index + 1),
      label: `Ask: ${poll.question || poll.options.join(', ')}`,
      act: () => (state.poll ? undefined : askPrepared(room, poll)),
    })),
  ]
}

function ofStudent({ state, send, newId, entered }: LiveRoom, publishing: Publishing): Shortcut[] {
  const isUp = state.hands.includes(state.person?.id ?? '')
  const ofParticipants: Shortcut[] = [
    { key: 'l', label: 'I am lost', act: () => send({ type: 'lost' }) },
    { key: 'k', label: 'Mark this moment', act: () => send({ type: 'mark', client_id: newId(), note: '' }) },
  ]
  return [
    { key: 'h', label: 'Raise and lower your hand', act: () => send({ type: 'hand', up: !isUp }) },
    ...(entered?.role === 'participant' ? ofParticipants : []),
    ...(publishing.isLive ? [{ key: 'm', label: 'Mute and unmute', act: publishing.toggleMicrophone }] : []),
  ]
}
