import { data } from 'react-router'
import { ApiError } from '#contract/client.ts'

/** For a page that is nothing without what it shows: what isn't there answers 404, what can't be read 503. */
export function readOne<Item>(asked: Promise<Item>): Promise<Item> {
  return asked.catch((error: unknown) => {
    throw data(null, { status: error instanceof ApiError && error.status === 404 ? 404 : 503 })
  })
}

/** The id in a path, or 404: anything but a positive integer that PostgreSQL's `int` holds has no page. */
export function pathId(text: string | undefined): string {
  if (!text || !/^[1-9]\d{0,8}$/.test(text)) throw data(null, { status: 404 })
  return text
}
