import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type PurchaseRequest, withdrawRequest } from '#contract/money/payments.ts'
import { call, messageOf } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { invalidatePurchases } from './queries.ts'
import { describeRequest, describeTarget } from './describe-request.ts'

const failed = 'Your request could not be withdrawn. Please try again.'

/** An open request with a button to withdraw it. */
export function OpenRequest({ request }: { request: PurchaseRequest }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const inFlight = useRef(false)
  const withdraw = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setPending(true)
    setProblem('')
    try {
      await call(withdrawRequest, { params: { request_id: request.id } })
      toast.form('success', 'Your request has been withdrawn.')
    } catch (error) {
      setProblem(messageOf(error, failed))
      toast.form('error', messageOf(error, failed))
    }
    // Refetched after an error too, because the request may have been decided meanwhile.
    await invalidatePurchases(client)
    setPending(false)
    inFlight.current = false
  }
  const target = describeTarget(request)
  return (
    <>
      <p className="text-sm font-semibold">{describeRequest(request)}</p>
      {target ? <p className="mt-1 text-sm">To {target}</p> : null}
      <p className="mt-1 text-sm whitespace-pre-line text-muted">“{request.reason}”</p>
      <Button className="mt-3" pending={pending && 'Withdrawing…'} onClick={() => void withdraw()}>
        Withdraw request
      </Button>
      <p role="alert" className="text-sm text-bad">
        {problem}
      </p>
    </>
  )
}
