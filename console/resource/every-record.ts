import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { pageLimits } from '#contract/resource.ts'
import { call } from '../api/client.ts'

type ItemOf<E> = AnswerOf<E> extends { items: (infer One)[] } ? One : never
interface Page<One> {
  items: One[]
  next_cursor: string | null
}

/** Every record of a filtered list, page after page. */
export async function everyRecord<E extends Endpoint>(list: E, filter: Readonly<Record<string, string>>): Promise<ItemOf<E>[]> {
  // The filters are those of the contract. The type of one list is not known here.
  const ask = call as (endpoint: Endpoint, input: object) => Promise<unknown>
  const items: ItemOf<E>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { ...filter, limit: String(pageLimits.most), ...(cursor ? { cursor } : {}) }
    const page = (await ask(list, { query })) as Page<ItemOf<E>>
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}
