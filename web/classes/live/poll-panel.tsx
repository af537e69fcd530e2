import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { longestPollOption, longestPollQuestion, type PreparedPoll } from '#contract/classes/live-messages.ts'
import { Button } from '#ui/button.tsx'
import type { LiveRoom } from './use-live-room.ts'

/** The choices of a question that is said aloud. */
export const letters = ['A', 'B', 'C', 'D']

/** A poll: a teacher asks, everybody chooses, and the result is shown when it is closed. */
export function PollPanel({ room }: { room: LiveRoom }) {
  const { state, isHost } = room
  return (
    <div className="live-column">
      <div className="live-list">
        {state.poll ? (
          isHost ? (
            <OpenPoll room={room} />
          ) : (
            <Choices key={state.poll.poll} room={room} />
          )
        ) : (
          <>
            {state.result ? <Result room={room} /> : null}
            {isHost ? <PreparedPolls room={room} /> : null}
            {isHost ? <NewPoll room={room} /> : state.result ? null : <p className="live-hint">The teacher has not asked yet.</p>}
          </>
        )}
      </div>
    </div>
  )
}

/** Asks a poll that was written before. */
export const askPrepared = ({ send, newId }: Pick<LiveRoom, 'send' | 'newId'>, poll: PreparedPoll): void => {
  const { prepared, question, options, multiple } = poll
  send({ type: 'poll', client_id: newId(), question, options, multiple, prepared })
}

/** Polls that wait: one press asks them, also the key of their number. */
function PreparedPolls({ room }: { room: LiveRoom }) {
  const { prepared } = room.state
  if (prepared.length === 0) return null
  return (
    <section className="live-prepared" aria-label="Prepared polls">
      <h2>Prepared</h2>
      <ol>
        {prepared.map((poll, index) => (
          <li key={poll.prepared}>
            <button type="button" className="live-ask-now" onClick={() => askPrepared(room, poll)}>
              <kbd aria-hidden="true">{index + 1}</kbd>
              <span>
                <strong>{poll.question || 'Your question'}</strong>
                <small>
                  {poll.options.join(' · ')}
                  {poll.multiple ? ' (more than one)' : ''}
                </small>
              </span>
              <span className="live-tag">Ask</span>
            </button>
            <button
              type="button"
              className="live-remove"
              aria-label={`Remove the poll ${poll.question || poll.options.join(', ')}`}
              onClick={() => room.send({ type: 'poll_discard', prepared: poll.prepared })}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function NewPoll({ room: { send, newId } }: { room: LiveRoom }) {
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState('')
  const [multiple, setMultiple] = useState(false)
  const written = options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const problem =
    written.length > 8
      ? 'Give at most eight choices.'
      : written.some((line) => line.length > longestPollOption)
        ? `A choice has at most ${longestPollOption} characters.`
        : new Set(written).size < written.length
          ? 'Two choices are the same.'
          : ''
  const ask = (choices: string[]) => send({ type: 'poll', client_id: newId(), question: '', options: choices, multiple })
  const isReady = written.length >= 2 && problem === ''
  const finish = (type: 'poll' | 'poll_prepare') => {
    if (!isReady) return
    send({ type, client_id: newId(), question: question.trim(), options: written, multiple })
    setQuestion('')
    setOptions('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    finish('poll')
  }
  return (
    <>
      <section className="live-quick" aria-label="Ask at once">
        <p>Say your question aloud and ask at once:</p>
        <p className="live-row">
          <Button onClick={() => ask(letters)}>A to D</Button>
          <Button onClick={() => ask(['Yes', 'No'])}>Yes or no</Button>
        </p>
      </section>
      <form className="live-poll-form" onSubmit={submit}>
        <label>
          Question
          <input value={question} maxLength={longestPollQuestion} onChange={({ target }) => setQuestion(target.value)} />
        </label>
        <label>
          Choices, one a line
          <textarea rows={4} value={options} onChange={({ target }) => setOptions(target.value)} />
        </label>
        <label className="live-check">
          <input type="checkbox" checked={multiple} onChange={({ target }) => setMultiple(target.checked)} /> More than one may be
          chosen
        </label>
        {problem ? <p role="alert">{problem}</p> : null}
        <p className="live-row">
          <Button type="submit" variant="primary" disabled={!isReady}>
            Ask the class
          </Button>
          <Button disabled={!isReady} onClick={() => finish('poll_prepare')}>
            Keep for later
          </Button>
        </p>
      </form>
    </>
  )
}

function OpenPoll({ room: { state, send } }: { room: LiveRoom }) {
  const { poll } = state
  if (!poll) return null
  return (
    <section className="live-poll">
      <h2>{poll.question || 'Your question'}</h2>
      <ol>
        {poll.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ol>
      <p role="status">
        {state.answers} of {state.people.filter(({ role }) => role !== 'host').length} have answered. The class sees the result
        when you close it.
      </p>
      <Button variant="primary" onClick={() => send({ type: 'poll_close', poll: poll.poll })}>
        Close and show the result
      </Button>
    </section>
  )
}

function Choices({ room: { state, send } }: { room: LiveRoom }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { poll } = state
  if (!poll) return null
  const choose = (index: number) => {
    const next = poll.multiple ? new Set(chosen) : new Set<number>()
    if (poll.multiple && chosen.has(index)) next.delete(index)
    else next.add(index)
    setChosen(next)
    if (next.size > 0) send({ type: 'poll_answer', poll: poll.poll, options: [...next] })
  }
  return (
    <fieldset className="live-poll">
      <legend>{poll.question || 'The teacher asks'}</legend>
      {poll.options.map((option, index) => (
        <label key={option} className="live-choice">
          <input
            type={poll.multiple ? 'checkbox' : 'radio'}
            name={`poll-${poll.poll}`}
            checked={chosen.has(index)}
            onChange={() => choose(index)}
          />
          {option}
        </label>
      ))}
      <p role="status">
        {chosen.size > 0 ? 'Your answer counts. You can change it until the poll is closed.' : 'Nobody sees what you choose.'}
      </p>
    </fieldset>
  )
}

function Result({ room: { state } }: { room: LiveRoom }) {
  const { result } = state
  if (!result) return null
  return (
    <section className="live-poll" aria-label="Result of the poll">
      <h2>{result.question || 'The last question'}</h2>
      <ol>
        {result.options.map((option, index) => {
          const count = result.counts[index] ?? 0
          const share = result.people === 0 ? 0 : Math.round((count / result.people) * 100)
          return (
            <li key={option} className="live-share">
              <span>{option}</span>
              <span>{share} %</span>
              <meter min={0} max={100} value={share} aria-label={`${option}: ${count} answers`} />
            </li>
          )
        })}
      </ol>
      <p>{result.people === 1 ? '1 answer' : `${result.people} answers`}</p>
    </section>
  )
}
