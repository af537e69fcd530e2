import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { answerStateHolidays, holidays, readStateHolidays } from '#contract/classes/staff/holidays.ts'
import { formatPlainDay } from '#ui/format.ts'
import { Button } from '#ui/button.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { listKey } from '#console/kit/resource/calls.ts'

/** Offers the fixed days of the school's State once. */
export function StateHolidays() {
  const { may } = useAccess()
  const client = useQueryClient()
  const { data } = useQuery({
    // Below the list of holidays, so that a change of one asks again.
    queryKey: [...listKey(holidays), 'state'],
    queryFn: () => call(readStateHolidays),
    enabled: may('holidays:write'),
  })
  const answer = useMutation({
    mutationFn: (add: boolean) => call(answerStateHolidays, { body: { add } }),
    onSuccess: ({ added }, add) => {
      if (add) notify(`${countOf(added, 'day is', 'days are')} added. No class has moved yet.`)
    },
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [holidays.name] }),
  })
  if (!data?.state || data.days.length === 0) return null
  return (
    <section aria-labelledby="state-holidays" className="border-b border-line bg-accent-soft/60 px-4 py-3">
      <h2 id="state-holidays" className="flex items-center gap-2 text-sm">
        <CalendarPlus aria-hidden="true" className="size-4 text-accent" />
        Holidays of {data.state}
      </h2>
      <p className="mt-1 pl-6 text-muted">They are not in your calendar yet. Add them if your school has no classes then.</p>
      <ul className="mt-2 grid gap-x-6 gap-y-1 pl-6 sm:grid-cols-2 xl:grid-cols-3">
        {data.days.map(({ day, name }) => (
          <li key={day} className="flex flex-wrap gap-x-3">
            <span className="figures w-36 shrink-0 text-muted">{formatPlainDay(day)}</span>
            <span className="min-w-0">{name}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2 pl-6">
        <Button variant="primary" pending={answer.isPending && answer.variables && 'Add'} onClick={() => answer.mutate(true)}>
          Add {countOf(data.days.length, 'day', 'days')}
        </Button>
        <Button variant="quiet" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          Do not add
        </Button>
      </div>
    </section>
  )
}
