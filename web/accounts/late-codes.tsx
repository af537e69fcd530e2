import { useEffect, useState } from 'react'
import { readCodeDelay } from '#contract/accounts.ts'
import { lateCodes } from '#contract/messages.ts'
import { timings } from '#contract/rules.ts'
import { Notice } from '#ui/notice.tsx'
import { call } from '../lib/api.ts'

/** Says that codes are late, as long as they are. */
export function LateCodes() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const ask = () =>
      void call(readCodeDelay).then(
        (answer) => setLate(answer.late),
        () => undefined,
      )
    ask()
    const asking = setInterval(ask, timings.askCodeDelayEvery)
    return () => clearInterval(asking)
  }, [])
  if (!late) return null
  return (
    <Notice tone="plain" title={lateCodes.title}>
      {lateCodes.text}
    </Notice>
  )
}
