import { data } from 'react-router'
import { readCourse } from '#contract/catalog/catalog.ts'
import { readRoom } from '#contract/classes/classes.ts'
import { pathOf } from '#contract/client.ts'
import { listOwnWork } from '#contract/learning/work.ts'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { serverContext } from '#web/lib/server-context.ts'
import type { Route } from './+types/room'
import { pathId, statusOf } from './read-one.ts'

/** The loader of a view of the room, whose data load in the browser: 404 for an unknown course. */
export async function roomStatus({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const { call } = context.get(serverContext)
  return data(null, { status: await statusOf(call(readCourse, { params: { id: pathId(params.courseId) } })) })
}

/** @throws 404 for a course that is no number */
export function checkRoom(params: Route.ClientLoaderArgs['params']): null {
  pathId(params.courseId)
  return null
}

export const roomMeta = (root: Parameters<typeof ownPageMeta>[0], courseId: string) =>
  ownPageMeta(root, { title: 'Your course' }, pathOf(readRoom.path, { course_id: courseId }), listOwnWork.path)
