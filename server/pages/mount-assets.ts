import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the files of a build whose names have a hash, with their compressed forms. They have one route, because a route for each
 * of hundreds makes the start slower.
 * @param prefix such as `/assets/`
 */
export async function mountAssets(app: FastifyInstance, { prefix, root }: { prefix: string; root: string }): Promise<void> {
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
      handler: (request, reply) => reply.sendFile(request.params['*']),
    })
  })
}
