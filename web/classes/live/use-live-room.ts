import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import type { ClassRequest } from '#contract/classes/live-messages.ts'
import { isEndpointError } from '#web/lib/api.ts'
import type { ClassCalls } from './class-calls.ts'
import { LiveConnection, type LiveStatus } from './live-connection.ts'
import { afterEvent, emptyState, type LiveState } from './live-state.ts'

/** A live class as the parts of its page see it. */
export interface LiveRoom {
  state: LiveState
  status: LiveStatus
  entered: EnteredClass | undefined
  isHost: boolean
  send: (request: ClassRequest) => void
  /** Writes a message or a question. */
  say: (type: 'chat' | 'question', text: string) => void
  newId: () => string
}

const newId = (): string => crypto.randomUUID()

/** Enters a class and follows it for as long as the page is open. */
export function useLiveRoom(calls: ClassCalls): LiveRoom {
  const [state, follow] = useReducer(afterEvent, emptyState)
  const [status, setStatus] = useState<LiveStatus>({ state: 'connecting' })
  const [entered, setEntered] = useState<EnteredClass>()
  const connection = useRef<LiveConnection>(undefined)
  useEffect(() => {
    const opened = new LiveConnection({
      enter: calls.enter,
      // Anything else may pass: the network, a server that starts, an engine that is not ready.
      isFinal: (error) => [401, 403, 404, 409, 410].some((code) => isEndpointError(error, code)),
      onEntered: setEntered,
      onEvent: follow,
      onStatus: setStatus,
    })
    connection.current = opened
    opened.start()
    return () => opened.stop()
  }, [calls])
  const send = useCallback((request: ClassRequest) => connection.current?.send(request), [])
  const say = useCallback((type: 'chat' | 'question', text: string) => send({ type, client_id: newId(), text }), [send])
  return { state, status, entered, isHost: entered?.role === 'host', send, say, newId }
}
