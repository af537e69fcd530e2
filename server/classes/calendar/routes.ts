import type { FastifyInstance } from 'fastify'
import * as feeds from '#contract/classes/calendar-feeds.ts'
import { readClassCalendar as classCalendar } from '#contract/classes/classes.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { route } from '#server/platform/http/route.ts'
import { makeOwnFeed, readOwnFeed, revokeOwnFeed } from './own-feed.ts'
import { readClassCalendar } from './read-class-calendar.ts'
import { readFeed } from './read-feed.ts'

/** Calendar services ask for many students from few networks. */
const reads = { name: 'calendar', calls: 3000, minutes: 1 }
const calendarType = 'text/calendar; charset=utf-8'

export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, feeds.readCalendarFeed, (caller) => readOwnFeed(deps, caller))
  route(app, deps, feeds.makeCalendarFeed, async (caller, _input, reply) => {
    const made = await makeOwnFeed(deps, caller)
    reply.code(201)
    return made
  })
  route(app, deps, feeds.revokeCalendarFeed, (caller) => revokeOwnFeed(deps, caller))
  route(app, deps, classCalendar, async (caller, { params: { session_id } }) => {
    const text = await readClassCalendar(deps, caller, session_id)
    return new FileAnswer(text, { attachment: `class-${session_id}.ics` })
  })
  // The secret in the address is the only credential: a calendar sends neither cookies nor tokens. A wildcard takes every
  // name, so that none of them gets another answer.
  app.get<{ Params: { '*': string } }>(
    '/calendar/*',
    { schema: { hide: true }, exposeHeadRoute: true, config: { limit: reads } },
    async (request, reply) => {
      reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      const feed = await readFeed(deps, visitor, request.params['*'])
      if (!feed) return reply.code(404).header('cache-control', 'no-store').send()
      // A calendar stores it and asks each time whether it is the newest; nobody between them stores it.
      const headers = { 'cache-control': 'private, no-cache' }
      const { etag, text } = feed
      return sendFile(request, reply, new FileAnswer(text, { type: calendarType, inline: 'classes.ics', etag, headers }))
    },
  )
}
