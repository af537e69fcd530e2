import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance } from 'fastify'
import { type HttpError, invalid, unsupportedMediaType } from '#server/platform/errors/errors.ts'
import { answerError } from '#server/platform/http/plugins/errors.ts'

/** Sizes in bytes: of the one file, and of each field. */
interface FormLimits {
  file: number
  field: number
}

/** RFC 2046, section 5.1.1. The parser fails on a boundary of 253 characters. */
const longestBoundary = 70
/** Bytes of a form beside its file and its fields. */
const framing = 16 * 1024
/** Fields beside the file. */
const mostFields = 4

/**
 * Lets the endpoints of a scope with `bodyType` take a form with one file, which stands in the body as a web File. The other
 * endpoints of the scope take JSON only.
 */
export async function readForms(scope: FastifyInstance, limits: FormLimits): Promise<void> {
  scope.setErrorHandler((error: FastifyError | HttpError, request, reply) =>
    // The parser of forms throws plain errors for a broken one.
    answerError(isBrokenForm(error) ? unreadable() : error, request, reply),
  )
  // The parser keeps the limits of its parts. This one says how much room a form needs that announces no length.
  scope.addHook('onRoute', (options) => {
    if (options.config?.endpoint?.bodyType) options.bodyLimit = limits.file + mostFields * limits.field + framing
  })
  await scope.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fileSize: limits.file, files: 1, fields: mostFields, fieldSize: limits.field, parts: mostFields + 1 },
    async onFile(part) {
      // The contract's schema reads the body, so the file stands in it as a web File.
      const bytes = new Uint8Array(await part.toBuffer())
      Object.assign(part, { value: new File([bytes], part.filename, { type: part.mimetype }) })
    },
  })
  // After the authorisation, and before anything of the body is read.
  scope.addHook('preParsing', async ({ routeOptions: { config }, headers }) => {
    const type = headers['content-type'] ?? ''
    const isForm = /^multipart\/form-data\s*;/i.test(type)
    if (config.endpoint?.body && isForm !== (config.endpoint.bodyType !== undefined)) {
      throw isForm ? unsupportedMediaType() : unsupportedMediaType('Please send a form with a boundary.')
    }
    const [, quoted, plain = ''] = /\bboundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? []
    if (isForm && (quoted ?? plain).length > longestBoundary) throw unreadable()
  })
  // The parser writes this character in place of bytes that are not UTF-8, which would change the data.
  scope.addHook('preValidation', async ({ body }) => {
    const values: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : []
    if (values.some((value) => typeof value === 'string' && value.includes('\uFFFD'))) {
      throw invalid('What was sent is not text in UTF-8.')
    }
  })
}

const unreadable = () => invalid('The form can not be read.')

function isBrokenForm({ message }: Error): boolean {
  return /^(?:Multipart: Boundary not found|.*unexpected end of multipart data|Malformed part header)$/i.test(message)
}
