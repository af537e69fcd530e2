import { data } from 'react-router'
import { listVideos } from '#contract/classes/classes.ts'
import { ApiError, type Call } from '#contract/client.ts'
import { isId } from '#contract/rules.ts'

/** Returns the item, or null when loading failed. @throws 404 when it does not exist */
export function readOne<Item>(asked: Promise<Item>): Promise<Item | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    return null
  })
}

/** Returns 404 when the item does not exist; 200 otherwise, also when loading failed. For pages with their own error state. */
export function statusOf(asked: Promise<unknown>): Promise<200 | 404> {
  return asked.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError && error.status === 404 ? 404 : 200),
  )
}

/** The loader of a page whose batch data loads in the browser: 404 for an unknown batch. */
export async function batchStatus(call: Call, id: string | undefined) {
  return data(null, { status: await statusOf(call(listVideos, { params: { batch_id: pathId(id) } })) })
}

/** Returns a path's id. @throws 404 for a text that is no id */
export function pathId(text: string | undefined): string {
  if (!text || !isId(text)) throw data(null, { status: 404 })
  return text
}
