import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Security headers of every answer; a page brings its own content security policy with the hashes of its scripts. */
export async function securityHeaders(app: FastifyInstance, options: { https: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // On the wire and not among the reply's headers when bytes are kept: a kept answer belongs to no request.
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}
