import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorExamples } from '#contract/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

interface Operation {
  operationId?: string
  parameters?: object[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
  responses?: Record<string, { description?: string; headers?: object; content?: Record<string, { example?: unknown }> }>
}

interface Options {
  publicUrl: string
  brand: string
  /** Counts one request of a network. @throws HttpError 429 */
  limit: (ip: string) => Promise<void>
}

const versionTag = { type: 'string', pattern: String.raw`^"\d{1,9}"$` }
const etag = { description: 'The version of the record, in quotes', schema: versionTag }
/** Not part of the route's schema, because a missing header is answered with 428 and not 400. */
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description:
    'The version that the change is based on: the ETag of the record. 428 without it, 412 when the record has another version.',
  schema: versionTag,
  example: '"3"',
}

/** One hour, because the document changes only with a new version. */
const caching = 'public, max-age=3600'

/**
 * Serves the OpenAPI document, generated from the endpoints' schemas, at `/api/openapi.json` and a page for it at
 * `/api/docs`. Must be registered before the routes.
 */
export async function openApi(app: FastifyInstance, options: Options): Promise<void> {
  const endpoints = new Map<string, Endpoint>()
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint
    if (endpoint) endpoints.set(endpoint.name, endpoint)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${options.brand} API`,
        version: '1.0.0',
        description: 'Every error has one body: message, detail, code, and a list of messages under each field that failed.',
      },
      servers: [{ url: options.publicUrl }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          staffToken: { type: 'http', scheme: 'bearer' },
          guestKey: { type: 'http', scheme: 'guest' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  const preHandler = (request: FastifyRequest) => options.limit(request.ip)
  await app.register(async (scope) => {
    scope.addHook('preHandler', preHandler)
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode < 400) reply.header('cache-control', caching)
    })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      // The default policy allows framing by the site, which nothing needs.
      transformStaticCSP: (policy) => policy.replace(/(base-uri|frame-ancestors) 'self'/g, "$1 'none'"),
      uiConfig: { url: '/api/openapi.json', docExpansion: 'list' },
      transformSpecification: (document) => withDetails(document, endpoints),
    })
  })
  let text: string | undefined
  app.get('/api/openapi.json', { schema: { hide: true }, preHandler }, async (_request, reply) => {
    text ??= JSON.stringify(withDetails(app.swagger(), endpoints))
    return reply
      .header('cache-control', caching)
      .type('application/json; charset=utf-8')
      .serializer((value: string) => value)
      .send(text)
  })
}

/** Adds what the schemas of the routes do not say: versions, descriptions and examples. */
function withDetails(document: object, endpoints: ReadonlyMap<string, Endpoint>): object {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const endpoint = endpoints.get(operation.operationId ?? '')
    if (!endpoint) continue
    if (endpoint.version === 'required') operation.parameters = [...(operation.parameters ?? []), ifMatch]
    const body = operation.requestBody?.content?.['application/json']
    if (body && endpoint.example.body !== undefined) body.example = endpoint.example.body
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const error = errorExamples[Number(status)]
      if (endpoint.version && status in endpoint.answers) response.headers = { ETag: etag }
      response.description = error ? error.message : endpoint.summary
      const content = response.content?.['application/json'] ?? response.content?.[endpoint.answerType ?? '']
      if (content) content.example = endpoint.example.others?.[Number(status)] ?? error ?? exampleOf(endpoint, status)
    }
  }
  return document
}

function exampleOf({ example, answers }: Endpoint, status: string): unknown {
  return status === Object.keys(answers)[0] ? example.answer : example.others?.[Number(status)]
}
