import { useSyncExternalStore } from 'react'
import { readCodeDelay } from '#contract/people/accounts.ts'
import { lateCodes } from '#contract/messages.ts'
import { timings } from '#contract/rules.ts'
import { Notice } from '#ui/notice.tsx'
import { call } from '#web/lib/api.ts'

let late = false
let asking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const ask = () =>
  void call(readCodeDelay).then(
    (answer) => {
      late = answer.late
      for (const listener of listeners) listener()
    },
    () => undefined,
  )

/** Asks while a part of the page wants to know, once for all of them. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (asking === undefined) {
    ask()
    asking = setInterval(ask, timings.askCodeDelayEvery)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(asking)
    asking = undefined
  }
}

const useLateCodes = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => late,
    () => false,
  )

/** The words before the address that a code went to: `sent`, or that the code is late. */
export function useCodeSentTo(sent = 'We e-mailed a code to'): string {
  return useLateCodes() ? 'Your code is late. It is on its way to' : sent
}

/** Says that codes are late, as long as they are. */
export function LateCodes() {
  if (!useLateCodes()) return null
  return (
    <Notice tone="plain" title={lateCodes.title}>
      {lateCodes.text}
    </Notice>
  )
}
