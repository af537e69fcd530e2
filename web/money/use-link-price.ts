import { skipToken, useQuery } from '@tanstack/react-query'
import type { OpenedLink } from '#contract/money/payment-link.ts'
import { openedLinkKey } from './kept-link.ts'
import type { Choice } from './queries.ts'

/** Rupees that a payment link asks, where that is less than others pay; undefined without one. */
export function useLinkPrice(choice: Choice | null | undefined): number | undefined {
  const { data } = useQuery<OpenedLink>({ queryKey: openedLinkKey(String(choice?.batch.id)), queryFn: skipToken })
  const price = data?.price_paise == null ? undefined : data.price_paise / 100
  return choice && price !== undefined && price < choice.course.amount ? price : undefined
}
