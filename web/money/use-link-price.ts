import { skipToken, useQuery } from '@tanstack/react-query'
import type { OpenedLink } from '#contract/money/payment-link.ts'
import { openedLinkKey } from './kept-link.ts'
import type { Choice } from './queries.ts'

/** Rupees that a payment link asks, where that is less than others pay; undefined without one. */
export function useLinkPrice(choice: Choice | null | undefined): number | undefined {
  const { data } = useQuery<OpenedLink>({ queryKey: openedLinkKey(String(choice?.batch.id)), queryFn: skipToken })
  const paise = data?.price_paise ?? null
  return choice && paise !== null && paise / 100 < choice.course.amount ? paise / 100 : undefined
}
