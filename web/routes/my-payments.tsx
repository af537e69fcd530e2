import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listPayments } from '#contract/money/payments.ts'
import { pathTo } from '#contract/pages.ts'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { useSession } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { PartsSection } from '#web/money/parts/parts-section.tsx'
import { PastPayments } from '#web/money/past-payments.tsx'
import { PaymentTable } from '#web/money/payment-table.tsx'
import { paymentsQuery } from '#web/money/payments-query.ts'
import { instalmentsQuery, pastPaymentsQuery } from '#web/money/queries.ts'
import { NotAList } from '#web/money/read-payments.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/my-payments'

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(
    matches[0]?.loaderData,
    {
      title: 'Payment History',
      description: 'What you paid, with receipts, and where refunds stand.',
    },
    listPayments.path,
  )

const noToken = 'Access token not found. Please log in.'
const failedToast = 'Failed to load payment details.'
const failed = 'Unable to load your payment history.'

export default function MyPayments() {
  return (
    <div className="page py-10 lg:py-16">
      <h1 className="mb-8 text-3xl font-extrabold">Payment History</h1>
      <Payments />
    </div>
  )
}

function Payments() {
  const { loading, user } = useSession()
  const canFetch = !loading && readStored('accessToken') !== null
  const { data, error, isFetching, refetch } = useQuery({ ...paymentsQuery(user?.email), enabled: canFetch })
  const parts = useQuery({ ...instalmentsQuery(user?.email), enabled: canFetch && user !== null })
  const past = useQuery({ ...pastPaymentsQuery(user?.email), enabled: canFetch && user !== null })
  const before = past.data?.items ?? []
  useEffect(() => {
    if (error) toast.form('error', failedToast)
  }, [error])
  if (!loading && !canFetch) {
    return (
      <Problem text={noToken}>
        <ButtonLink variant="primary" to={pathToLogin(pathTo('my-payments'))}>
          Go to Login
        </ButtonLink>
      </Problem>
    )
  }
  if (error && !data) {
    return (
      <Problem text={error instanceof NotAList ? error.message : failed}>
        <Button variant="primary" pending={isFetching && 'Loading…'} onClick={() => void refetch()}>
          Try Again
        </Button>
      </Problem>
    )
  }
  // Parts that fail hold nothing up.
  if (!data || [parts, past].some(({ isLoading, failureCount }) => isLoading && failureCount === 0)) return <Waiting />
  if (data.length === 0 && before.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-edge px-6 py-16 text-center">
        <p className="text-lg font-semibold">No payments found.</p>
        <p className="mt-2 text-muted">What you pay for a batch is listed here, with its receipt number.</p>
        <ButtonLink variant="primary" to="/courses" className="mt-6">
          See all courses
        </ButtonLink>
      </div>
    )
  }
  // What is to be paid comes before what was paid.
  const isOwing = parts.data?.items.some(({ can_pay: canPay }) => canPay) ?? false
  return (
    <div className="flex flex-col gap-12">
      {isOwing ? <PartsSection className="max-w-2xl" /> : null}
      {data.length === 0 ? null : <PaymentTable payments={data} />}
      {isOwing ? null : <PartsSection className="max-w-2xl" />}
      <PastPayments payments={before} />
    </div>
  )
}

function Problem({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="space-y-6">
      <Notice tone="bad" title={text} />
      {children}
    </div>
  )
}

function Waiting() {
  return (
    <Loading
      label="Loading your payments"
      className="space-y-4 lg:space-y-0 lg:divide-y lg:divide-line lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:pt-13 lg:shadow-card"
    >
      {[1, 2, 3].map((row) => (
        <div
          key={row}
          className="flex h-64 items-center min-[45rem]:max-lg:h-28 gap-8 rounded-lg border border-line bg-surface px-6 shadow-card lg:h-22 lg:rounded-none lg:border-0 lg:shadow-none"
        >
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 flex-2 max-lg:hidden" />
          <Skeleton className="h-4 flex-1 max-lg:hidden" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </Loading>
  )
}
