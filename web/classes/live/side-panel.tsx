import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { Meters } from './meters.ts'
import { Chat } from './chat.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { PollPanel } from './poll-panel.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import type { LiveRoom } from './use-live-room.ts'

export type Tab = 'chat' | 'questions' | 'poll' | 'people'
const tabs: readonly Tab[] = ['chat', 'questions', 'poll', 'people']

interface Props {
  room: LiveRoom
  meters: Meters
  tab: Tab
  onTab: (tab: Tab) => void
}

/** Chat, questions, poll and people beside the stage, below it on a phone. */
export function SidePanel({ room, meters, tab, onTab: setTab }: Props) {
  const { state } = room
  const [seen, setSeen] = useState(0)
  const count = state.messages.length
  useEffect(() => {
    if (tab === 'chat') setSeen(count)
  }, [tab, count])
  const poll = state.poll?.poll
  useEffect(() => {
    // A question to everybody comes to the front.
    if (poll !== undefined) setTab('poll')
  }, [poll, setTab])
  const badges: Record<Tab, ReactNode> = {
    chat: tab === 'chat' ? 0 : count - seen,
    questions: state.questions.filter((question) => question.state === 'open').length,
    poll: poll === undefined ? 0 : 1,
    people: state.people.length,
  }
  const labels: Record<Tab, string> = { chat: 'Chat', questions: 'Questions', poll: 'Poll', people: 'People' }
  const move = ({ key }: KeyboardEvent) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? 'chat'
    setTab(next)
    document.getElementById(`live-tab-${next}`)?.focus()
  }
  return (
    <aside className="live-side" aria-label="Conversation">
      <div role="tablist" className="live-tabs">
        {tabs.map((name) => (
          <button
            key={name}
            id={`live-tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls="live-panel"
            tabIndex={tab === name ? 0 : -1}
            onKeyDown={move}
            onClick={() => setTab(name)}
          >
            {labels[name]}
            {badges[name] ? <span className="live-badge">{badges[name]}</span> : null}
          </button>
        ))}
      </div>
      <div id="live-panel" role="tabpanel" aria-labelledby={`live-tab-${tab}`} className="live-panel">
        {tab === 'chat' ? <Chat room={room} /> : null}
        {tab === 'questions' ? <QuestionsPanel room={room} /> : null}
        {tab === 'poll' ? <PollPanel room={room} /> : null}
        {tab === 'people' ? <PeoplePanel room={room} meters={meters} /> : null}
      </div>
      {state.notice && state.notice.code !== 'unavailable' ? (
        <p role="alert" className="live-notice">
          {state.notice.message}
        </p>
      ) : null}
    </aside>
  )
}
