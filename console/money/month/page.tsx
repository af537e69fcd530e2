import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, LockKeyhole } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { type AccountingMonth, closeMonth, listMonths } from '#contract/money/staff/month.ts'
import { formatMonthOfYear } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { ChoiceInput } from '#console/kit/fields/choice-input.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { BooksPart } from './books-part.tsx'
import { ReturnPart } from './return-part.tsx'
import { SettlementsPart } from './settlements-part.tsx'

const monthsKey = ['month', 'list'] as const
const nameOf = (month: string) => formatMonthOfYear(`${month}-15T00:00:00.000Z`)

/** The accountant's month: the tax return, the books and the settlements, and the act that closes it. The address holds the month. */
export function Page() {
  useTitle('Month')
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery({ queryKey: monthsKey, queryFn: () => call(listMonths) })
  const months = data?.items ?? []
  // The month that an accountant has to look at: the last one that is over.
  const usual = months.find(({ is_over: isOver }) => isOver) ?? months[0]
  const shown = months.find(({ month }) => month === params.get('month')) ?? usual
  const show = (month: string) => setParams({ month }, { replace: true })
  return (
    <div className="h-full overflow-auto">
      <PageHead title="Month">{shown ? <Choice months={months} shown={shown.month} onChoose={show} /> : null}</PageHead>
      <div className="mx-auto grid max-w-5xl gap-12 px-4 pt-1 pb-16 sm:px-6">
        {shown ? (
          <>
            <State month={shown} />
            <ReturnPart key={`return ${shown.month}`} month={shown.month} />
            <BooksPart key={`books ${shown.month}`} month={shown.month} />
            <SettlementsPart key={`settlements ${shown.month}`} month={shown.month} />
          </>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </div>
  )
}

function Choice({
  months,
  shown,
  onChoose,
}: {
  months: readonly AccountingMonth[]
  shown: string
  onChoose: (month: string) => void
}) {
  // The newest stands first.
  const place = months.findIndex(({ month }) => month === shown)
  const [earlier, later] = [months[place + 1], months[place - 1]]
  return (
    <>
      <Button
        size="square"
        aria-label="Earlier month"
        disabled={!earlier}
        repeats
        onClick={() => earlier && onChoose(earlier.month)}
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
      </Button>
      <div className="[&>span]:block [&>span]:w-56">
        <ChoiceInput label="Month" value={shown} onChange={onChoose}>
          {months.map(({ month, closed_at: closedAt }) => (
            <option key={month} value={month}>
              {nameOf(month)}
              {closedAt === null ? '' : ' · closed'}
            </option>
          ))}
        </ChoiceInput>
      </div>
      <Button size="square" aria-label="Later month" disabled={!later} repeats onClick={() => later && onChoose(later.month)}>
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </>
  )
}

/** Whether the month is over and closed, and the act that closes it. */
function State({ month: { month, is_over: isOver, closed_at: closedAt, closed_by: closedBy } }: { month: AccountingMonth }) {
  const { may } = useAccess()
  const client = useQueryClient()
  const close = useMutation({
    mutationFn: () => call(closeMonth, { params: { month } }),
    onSuccess: async () => {
      notify(`${nameOf(month)} is closed.`)
      await client.invalidateQueries({ queryKey: ['month'] })
    },
    onError: notifyFailure,
  })
  const ask = async () => {
    const yes = await confirm({
      title: `Close ${nameOf(month)}?`,
      text: `No document of ${nameOf(month)} is added, changed or removed after that. What is corrected later gets a document of the month in which it is corrected. A closed month can’t be opened again.`,
      action: `Close ${nameOf(month)}`,
    })
    if (yes) await close.mutateAsync().catch(() => undefined)
  }
  return (
    <section aria-label="State of the month" className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line pb-6">
      <div className="grid min-w-0 flex-1 basis-72 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{nameOf(month)}</h2>
          {closedAt !== null ? (
            <Badge tone="good">Closed</Badge>
          ) : isOver ? (
            <Badge tone="signal">Over, not closed</Badge>
          ) : (
            <Badge tone="ahead">Running</Badge>
          )}
        </div>
        <p className="text-muted">
          {closedAt !== null
            ? `${closedBy ?? 'Somebody'} closed it on ${formatMoment(closedAt)}. Its documents stay as they are.`
            : isOver
              ? 'Close it when your accountant has what is needed. Corrections then get documents of a later month.'
              : 'Its figures still grow. It can be closed from the first day of the next month.'}
        </p>
      </div>
      {closedAt === null && isOver && may('month:close') ? (
        <Button variant="primary" pending={close.isPending && 'Closing'} onClick={ask}>
          <LockKeyhole aria-hidden="true" className="size-4" />
          Close {nameOf(month)}
        </Button>
      ) : null}
    </section>
  )
}
