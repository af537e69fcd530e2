import { Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { longestClassText } from '#contract/classes/live-messages.ts'
import { formatClock } from '#ui/format.ts'
import { Button } from '#ui/button.tsx'
import type { LiveRoom } from './use-live-room.ts'

/** The chat of a class. Text only: an address in it is a link that tells its target nothing. */
export function Chat({ room }: { room: LiveRoom }) {
  const { state, send, isHost } = room
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const count = state.messages.length
  useEffect(() => {
    const element = list.current
    if (element && isAtEnd.current && count > 0) element.scrollTop = element.scrollHeight
  }, [count])
  return (
    <div className="live-column">
      <ol
        ref={list}
        className="live-list"
        aria-label="Messages"
        aria-live="polite"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 60
        }}
      >
        {count === 0 ? <li className="live-hint">Say hello. Everybody in the class reads this.</li> : null}
        {state.messages.map((message) => (
          <li key={message.message} data-own={message.person.id === state.person?.id || undefined}>
            <p className="live-who">
              <strong>{message.person.name}</strong>
              {message.person.role === 'host' ? <span className="live-tag">Teacher</span> : null}
              {message.person.role === 'guest' ? <span className="live-tag">Guest</span> : null}
              <time dateTime={message.at}>{formatClock(message.at).replace(' IST', '')}</time>
              {isHost ? (
                <button
                  type="button"
                  className="live-remove"
                  aria-label={`Remove the message of ${message.person.name}`}
                  onClick={() => send({ type: 'chat_removed', message: message.message })}
                >
                  <Trash2 aria-hidden="true" />
                </button>
              ) : null}
            </p>
            <p className="live-text">
              <Linked text={message.text} />
            </p>
          </li>
        ))}
      </ol>
      {state.isMuted ? (
        <p className="live-hint">The teacher has paused your messages. You can still raise your hand.</p>
      ) : (
        <WriteLine label="Message" placeholder="Write to everybody" action="Send" onSend={(text) => room.say('chat', text)} />
      )}
    </div>
  )
}

/** One line to write, sent by Enter. */
export function WriteLine({
  label,
  placeholder,
  action,
  onSend,
}: {
  label: string
  placeholder: string
  action: string
  onSend: (text: string) => void
}) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onSend(text.trim())
    setText('')
  }
  return (
    <form className="live-write" onSubmit={submit}>
      <input
        aria-label={label}
        placeholder={placeholder}
        maxLength={longestClassText}
        value={text}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="primary">
        {action}
      </Button>
    </form>
  )
}

const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/

/** A text whose web addresses are links. */
export function Linked({ text }: { text: string }) {
  let at = 0
  return text.split(address).map((part) => {
    const key = at
    at += part.length
    return address.test(part) ? (
      <a key={key} href={part} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part}
      </a>
    ) : (
      part
    )
  })
}
