import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Visitor, visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { writeCached } from '../cache/write-cached.ts'
import { readFeed } from './read-feed.ts'
import { readSitemap } from './read-sitemap.ts'

interface Document {
  path: string
  type: string
  /** Cache tags of the content. */
  tags: readonly string[]
  write: (deps: Deps, visitor: Visitor) => Promise<string>
}

const documents: Document[] = [
  {
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    tags: ['course', 'utility', 'blog'],
    write: readSitemap,
  },
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

/** Mounts the files for search engines and feed readers, cached like pages. */
export function sharingRoutes(app: FastifyInstance, deps: Deps): void {
  for (const document of documents) {
    app.get(
      document.path,
      { schema: { hide: true }, exposeHeadRoute: true, config: { limit: documentsMade } },
      async (request, reply) => {
        const entry = await deps.responseCache.getOrRender(document.path, async () => ({
          body: Buffer.from(await document.write(deps, visitor)),
          headers: { ...written(reply), 'content-type': document.type },
          tags: new Set(document.tags),
        }))
        if (!entry) throw new Error(`${document.path} was not made`)
        reply.hijack()
        writeCached(entry, request.raw, reply.raw)
        return reply
      },
    )
  }
}

/** Returns the headers that hooks have set, because a direct write to the socket bypasses the reply. */
function written(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}
