import { Hand, MessageSquareOff, Mic, MicOff, MonitorUp, MonitorX, UserX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { ClassPerson } from '#contract/classes/live-messages.ts'
import { type Meters, useLoudest } from './meters.ts'
import { Level } from './speaking.tsx'
import type { LiveRoom } from './use-live-room.ts'

/** Who is in the class: raised hands first, in their order. */
export function PeoplePanel({ room, meters }: { room: LiveRoom; meters: Meters }) {
  const { state, isHost } = room
  const place = (id: string) => {
    const at = state.hands.indexOf(id)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  const people = state.people.toSorted(
    (one, other) =>
      Number(other.role === 'host') - Number(one.role === 'host') ||
      place(one.id) - place(other.id) ||
      one.name.localeCompare(other.name),
  )
  return (
    <div className="live-column">
      {isHost && state.voices.length > 0 ? <OpenMicrophones room={room} meters={meters} /> : null}
      <ul className="live-list" aria-label="People">
        {people.map((person) => (
          <li key={person.id} className="live-person">
            <span className="live-name">
              {person.name}
              {person.id === state.person?.id ? <span className="live-tag">You</span> : null}
              {person.role === 'host' ? <span className="live-tag">Teacher</span> : null}
              {person.role === 'guest' ? <span className="live-tag">Guest</span> : null}
            </span>
            {state.hands.includes(person.id) ? (
              <span className="live-raised">
                <Hand aria-hidden="true" />
                <span className="sr-only">Hand </span>
                {state.hands.indexOf(person.id) + 1}
              </span>
            ) : null}
            {state.voices.includes(person.id) ? (
              <>
                <Mic className="live-on" aria-label="Has the microphone" />
                {/* A teacher has it above, with the loudest first. */}
                {isHost ? null : <Level meters={meters} source={`voice-${person.id}`} label={`How loud ${person.name} is`} />}
              </>
            ) : null}
            {state.screen === person.id ? <MonitorUp className="live-on" aria-label="May show the screen" /> : null}
            {isHost && person.role !== 'host' ? <PersonActs room={room} person={person} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whose microphone makes the noise: the loudest first. */
function OpenMicrophones({ room: { state, send }, meters }: { room: LiveRoom; meters: Meters }) {
  const order = useLoudest(meters).split(' ')
  const place = (id: string) => {
    const at = order.indexOf(`voice-${id}`)
    return at < 0 ? order.length : at
  }
  const open = state.voices.toSorted((one, other) => place(one) - place(other))
  return (
    <section className="live-open" aria-label="Open microphones">
      <ol>
        {open.map((id) => {
          const name = state.people.find((person) => person.id === id)?.name ?? 'Somebody who is away'
          return (
            <li key={id}>
              <span className="live-name">{name}</span>
              <Level meters={meters} source={`voice-${id}`} label={`How loud the microphone of ${name} is`} />
              <button
                type="button"
                className="live-remove"
                aria-label={`Silence ${name}`}
                onClick={() => send({ type: 'voice', person: id, allowed: false })}
              >
                <MicOff aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ol>
      <Button onClick={() => send({ type: 'silence' })}>
        <MicOff aria-hidden="true" className="size-4" /> Silence everybody
      </Button>
    </section>
  )
}

function PersonActs({ room: { state, send }, person }: { room: LiveRoom; person: ClassPerson }) {
  const [asks, setAsks] = useState(false)
  const hasVoice = state.voices.includes(person.id)
  const hasStage = state.screen === person.id
  const isMuted = state.mutedPeople.includes(person.id)
  if (asks) {
    return (
      <span className="live-acts">
        <button type="button" className="live-danger" onClick={() => send({ type: 'remove', person: person.id })}>
          Send out
        </button>
        <button type="button" onClick={() => setAsks(false)}>
          Keep
        </button>
      </span>
    )
  }
  return (
    <span className="live-acts">
      {state.hands.includes(person.id) ? (
        <button
          type="button"
          aria-label={`Lower the hand of ${person.name}`}
          onClick={() => send({ type: 'hand', up: false, person: person.id })}
        >
          <Hand aria-hidden="true" />
        </button>
      ) : null}
      {person.role === 'participant' ? (
        <button
          type="button"
          aria-pressed={hasStage}
          aria-label={hasStage ? `Take the stage from ${person.name}` : `Let ${person.name} show the screen`}
          onClick={() => send({ type: 'screen', person: person.id, allowed: !hasStage })}
        >
          {hasStage ? <MonitorX aria-hidden="true" /> : <MonitorUp aria-hidden="true" />}
        </button>
      ) : null}
      {person.role === 'participant' ? (
        <button
          type="button"
          aria-pressed={hasVoice}
          aria-label={hasVoice ? `Take the microphone from ${person.name}` : `Give ${person.name} the microphone`}
          onClick={() => send({ type: 'voice', person: person.id, allowed: !hasVoice })}
        >
          {hasVoice ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
        </button>
      ) : null}
      <button
        type="button"
        aria-pressed={isMuted}
        aria-label={isMuted ? `Let ${person.name} write again` : `Pause the messages of ${person.name}`}
        onClick={() => send({ type: 'mute', person: person.id, muted: !isMuted })}
      >
        <MessageSquareOff aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Send ${person.name} out`} onClick={() => setAsks(true)}>
        <UserX aria-hidden="true" />
      </button>
    </span>
  )
}
