import { data } from 'react-router'
import { ApiError } from '#contract/client.ts'

/** What isn't there answers 404; what can't be read is null, which its page says in its own words. */
export function readOne<Item>(asked: Promise<Item>): Promise<Item | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    return null
  })
}

/** The id in a path, or 404: anything but a positive integer of at most nine digits has no page. */
export function pathId(text: string | undefined): string {
  if (!text || !/^[1-9]\d{0,8}$/.test(text)) throw data(null, { status: 404 })
  return text
}
