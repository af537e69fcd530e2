import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Kept, NotKept, writeKept } from './kept.ts'
import { tagsOf } from './tags-of.ts'

/** Answers a public call from kept bytes; what fails is thrown on and never kept. */
export async function keepApiAnswer(
  kept: Kept,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const params = request.params as Record<string, string | number>
  const make = async () => ({
    // The serializer compiler of this application writes text.
    body: Buffer.from(reply.serialize(await answer()) as string),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(reply.getHeaders() as Record<string, string>),
    },
    tags: new Set(tagsOf(endpoint.keep, params)),
  })
  const key = `/api${pathOf(endpoint.path, params)}`
  const entry = await kept.answer(key, make).catch((error: unknown) => {
    if (error instanceof NotKept) return undefined
    throw error
  })
  if (!entry) return answer()
  reply.hijack()
  writeKept(entry, request.raw, reply.raw)
  return reply
}
