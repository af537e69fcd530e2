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
  /** Asks the server again what this person may do. */
  renew: () => Promise<void>
  /** Counts the engines that this window has seen end. */
  engine: number
}

const newId = (): string => crypto.randomUUID()

/** Enters a class and follows it for as long as the page is open. */
export function useLiveRoom(calls: ClassCalls): LiveRoom {
  const [state, follow] = useReducer(afterEvent, emptyState)
  const [status, setStatus] = useState<LiveStatus>({ state: 'connecting' })
  const [entered, setEntered] = useState<EnteredClass>()
  const [engine, setEngine] = useState(0)
  const connection = useRef<LiveConnection>(undefined)
  useEffect(() => {
    const opened = new LiveConnection({
      enter: calls.enter,
      // Anything else may pass: the network, a server that starts, an engine that is not ready.
      isFinal: (error) => [401, 403, 404, 409, 410].some((code) => isEndpointError(error, code)),
      onEntered: setEntered,
      onEvent(event) {
        follow(event)
        // The lines to it are dead: all are made anew, to the one that takes its place.
        if (event.type === 'notice' && event.code === 'engine_gone')
          void opened.renew().then(() => setEngine((count) => count + 1))
      },
      onStatus: setStatus,
    })
    connection.current = opened
    opened.start()
    return () => opened.stop()
  }, [calls])
  const send = useCallback((request: ClassRequest) => connection.current?.send(request), [])
  const say = useCallback((type: 'chat' | 'question', text: string) => send({ type, client_id: newId(), text }), [send])
  const renew = useCallback(async () => connection.current?.renew(), [])
  return { state, status, entered, isHost: entered?.role === 'host', send, say, newId, renew, engine }
}
