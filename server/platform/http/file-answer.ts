import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Content = string | Buffer | Readable

interface Facts {
  /** Media type. A call of the contract declares it. */
  type?: string
  /** Saves the file under this name: letters, digits, dots and hyphens. */
  attachment?: string
  /** Shows the file, and saves it under this name. */
  inline?: string
  /** A client that has this version gets 304. */
  etag?: string
  headers?: Readonly<Record<string, string>>
  /** 200 by default. */
  status?: number
}

/** A file as the answer to a request. */
export class FileAnswer {
  /** Made when it is sent, if it is a function. Undefined for an answer without a body. */
  readonly content: Content | undefined | (() => Promise<Content>)
  readonly facts: Facts

  constructor(content: FileAnswer['content'], facts: Facts = {}) {
    this.content = content
    this.facts = facts
  }
}

export async function sendFile(request: FastifyRequest, reply: FastifyReply, { content, facts }: FileAnswer): Promise<unknown> {
  const { type, attachment, inline, etag, headers = {}, status = 200 } = facts
  reply.headers({ ...headers, ...(etag !== undefined && { etag }) })
  if (etag !== undefined && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const name = attachment ?? inline
  if (name !== undefined) {
    reply.header('content-disposition', `${attachment === undefined ? 'inline' : 'attachment'}; filename="${name}"`)
  }
  if (type !== undefined) reply.type(type)
  reply.code(status)
  // The framework would read a whole video for its length.
  if (request.method === 'HEAD' && content instanceof Readable) {
    content.destroy()
    return reply.send()
  }
  return reply.send(typeof content === 'function' ? await content() : content)
}

/** Whether an `If-None-Match` header names the tag, so that the client has the content (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
