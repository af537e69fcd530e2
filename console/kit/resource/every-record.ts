import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { pageLimits } from '#contract/resource.ts'
import { ask } from './calls.ts'

type ItemOf<E> = AnswerOf<E> extends { items: (infer One)[] } ? One : never
interface Page<One> {
  items: One[]
  next_cursor: string | null
}

/** Every record of a filtered list, page after page. */
export async function everyRecord<E extends Endpoint>(list: E, filter: Readonly<Record<string, string>>): Promise<ItemOf<E>[]> {
  const items: ItemOf<E>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { ...filter, limit: String(pageLimits.most), ...(cursor ? { cursor } : {}) }
    const page: Page<ItemOf<E>> = await ask(list, { query })
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}
