import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { refunds } from '#contract/money/staff/refunds.ts'
import { call } from '#console/kit/api/client.ts'
import { formatPaise } from '#console/kit/parts/money.ts'

const linkLook = 'inline-flex min-h-6 w-fit items-center underline'

/** Links to each refund of an offline payment that a person pays back, where they record it. */
export function ToPayBack({ paymentId }: { paymentId: number }) {
  const { data, error } = useQuery({
    queryKey: [refunds.name, 'to-pay-back', paymentId],
    queryFn: () =>
      call(refunds.endpoints.list, {
        query: { payment: String(paymentId), to_pay_back: 'true', sort: 'created_at', limit: '100' },
      }),
  })
  if (error) {
    return (
      <Link to="/refunds?to_pay_back=true&sort=created_at" className={linkLook}>
        Open Refunds
      </Link>
    )
  }
  // The line of the first link is there from the start.
  if (!data) return <span aria-hidden="true" className="block min-h-6" />
  return (
    <span className="grid">
      {data.items.map(({ id, amount_paise: amount }) => (
        <Link key={id} to={`/refunds/${id}`} className={linkLook}>
          {data.items.length === 1 ? 'Record it when it is paid back' : `Record ${formatPaise(amount)} when it is paid back`}
        </Link>
      ))}
    </span>
  )
}
