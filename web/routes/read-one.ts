import { data } from 'react-router'
import { listVideos } from '#contract/classes.ts'
import { ApiError, type Call } from '#contract/client.ts'

/** What isn't there answers 404; what can't be read is null, which its page says in its own words. */
export function readOne<Item>(asked: Promise<Item>): Promise<Item | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    return null
  })
}

/** For a page that says in its own words that something isn't there: 404 then, 200 also where it can't be told. */
export function statusOf(asked: Promise<unknown>): Promise<200 | 404> {
  return asked.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError && error.status === 404 ? 404 : 200),
  )
}

/** For a page about a batch that shows nothing of it before the browser asks: only whether there is one. */
export async function batchStatus(call: Call, id: string | undefined) {
  return data(null, { status: await statusOf(call(listVideos, { params: { batchId: pathId(id) } })) })
}

/** The id in a path, or 404: anything but a positive integer of at most nine digits has no page. */
export function pathId(text: string | undefined): string {
  if (!text || !/^[1-9]\d{0,8}$/.test(text)) throw data(null, { status: 404 })
  return text
}
