import { Radio } from 'lucide-react'
import { useState } from 'react'
import { startDemoClass } from '#contract/classes/live-class.ts'
import { pathTo } from '#contract/pages.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'

/** Starts a class that nobody has to wait for, in the demo. Its students come in another window. */
export function StartDemoClass() {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const start = async () => {
    setPending(true)
    setProblem('')
    try {
      const { session_id: id } = await call(startDemoClass)
      location.assign(`${pathTo('class', id)}?as=staff`)
    } catch (error) {
      setProblem(errorText(error))
      setPending(false)
    }
  }
  return (
    <div className="grid justify-items-end gap-1">
      <Button variant="primary" pending={pending && 'Opening…'} onClick={start}>
        <Radio aria-hidden="true" className="size-4" />
        Start a class now
      </Button>
      <p role={problem ? 'alert' : undefined} className={`text-sm ${problem ? 'text-bad' : 'text-muted'}`}>
        {problem || 'In a private window, a student joins it from Today.'}
      </p>
    </div>
  )
}
