import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Visitor, visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { Uncacheable } from '#server/platform/cache/response-cache.ts'
import { writeCached } from '#server/platform/cache/write-cached.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readFeed } from './read-feed.ts'
import { readSitemap, readSitemapPart } from './read-sitemap.ts'

interface Document {
  path: string
  type: string
  /** Cache tags of the content. */
  tags: readonly string[]
  /** Returns undefined for a document that does not exist. */
  write: (deps: Deps, visitor: Visitor) => Promise<string | undefined>
}

const sitemap = { type: 'application/xml; charset=utf-8', tags: ['course', 'utility', 'blog'] }
const documents: Document[] = [
  { path: '/sitemap.xml', ...sitemap, write: readSitemap },
  { path: '/blogs.atom', type: 'application/atom+xml; charset=utf-8', tags: ['blog', 'site'], write: readFeed },
  {
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    tags: [],
    // Private pages are not listed here, because a crawler must read a page to see its noindex.
    write: async ({ config }) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
  },
]

const documentsMade = { name: 'document', calls: 300, minutes: 1 }
const options = { schema: { hide: true }, exposeHeadRoute: true, config: { limit: documentsMade } }

/** Mounts the files for search engines and feed readers, cached like pages. */
export function sharingRoutes(app: FastifyInstance, deps: Deps): void {
  for (const { path, ...document } of documents) {
    app.get(path, options, (request, reply) => send(request, reply, { path, ...document }))
  }
  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,3}$).xml', options, async (request, reply) => {
    const part = Number(request.params.part)
    return send(request, reply, { path: `/sitemap-${part}.xml`, ...sitemap, write: () => readSitemapPart(deps, visitor, part) })
  })

  async function send(request: FastifyRequest, reply: FastifyReply, document: Document): Promise<FastifyReply> {
    const make = async () => {
      const text = await document.write(deps, visitor)
      if (text === undefined) return undefined
      const headers = { ...written(reply), 'content-type': document.type }
      return { body: Buffer.from(text), headers, tags: new Set(document.tags) }
    }
    const entry = await deps.responseCache.getOrRender(document.path, make).catch((error: unknown) => {
      if (error instanceof Uncacheable) return undefined
      throw error
    })
    if (!entry) throw notFound()
    reply.hijack()
    writeCached(entry, request.raw, reply.raw)
    return reply
  }
}

/** Returns the headers that hooks have set, because a direct write to the socket bypasses the reply. */
function written(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}
