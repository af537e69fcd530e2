import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Assets {
  /** Such as `/assets/`. */
  prefix: string
  root: string
  /** Answers any other address below the prefix. */
  missing(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/** Milliseconds between two looks at the folder. Anybody may ask for names that no file has. */
const lookEveryMs = 1000

/**
 * Serves the files of a build whose names have a hash, with their compressed forms. They have one route, because a route for each
 * of hundreds makes the start slower.
 */
export async function mountAssets(app: FastifyInstance, { prefix, root, missing }: Assets): Promise<void> {
  let files = new Set(await readdir(root))
  let lookedAt = performance.now()
  /** A process of the next version may have its files in the same folder, and pages that ask this one for them. */
  const isThere = async (file: string): Promise<boolean> => {
    if (files.has(file)) return true
    if (performance.now() - lookedAt < lookEveryMs) return false
    lookedAt = performance.now()
    files = new Set(await readdir(root).catch(() => files))
    return files.has(file)
  }
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders(reply) {
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
    scope.route<{ Params: { '*': string } }>({
      // HEAD is answered here: the framework would read a file for its length.
      method: ['GET', 'HEAD'],
      url: `${prefix}*`,
      schema: { hide: true },
      config: { limit: 'none' },
      async handler(request, reply) {
        const file = request.params['*']
        return (await isThere(file)) ? reply.sendFile(file) : missing(request, reply)
      },
    })
  })
}
