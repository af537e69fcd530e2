import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { documentPaths } from '#contract/payments.ts'
import { authenticate } from '../../auth/authenticate.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../errors.ts'
import { limitAccount, unlessReading } from '../../http/limits.ts'
import type { DocumentId } from './find-document.ts'
import { readDocument } from './read-document.ts'

/** Drawing a page takes 0.1 s of one thread, which mails use too. A college may share one network. */
const perNetwork = { name: 'documents', calls: 600, minutes: 10 }
const perStudent = { name: 'documents', calls: 30, minutes: 10 }

/** Mounts the PDF downloads of a student's own documents. Contract endpoints return JSON only. */
export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  for (const kind of ['receipt', 'note', 'voucher'] as const) {
    app.get(
      `/api${documentPaths[kind]}`,
      { schema: documentation(kind), config: { limit: perNetwork } },
      async (request, reply) => {
        const student = await authenticate(deps, request.headers.authorization)
        if (!student) throw unauthenticated()
        await limitAccount(deps, student, perStudent).catch(unlessReading('GET'))
        const { id } = request.params as { id: number }
        const { filename, pdf } = await readDocument(deps, student, { kind, id })
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${filename}"`)
          .type('application/pdf')
          .send(pdf)
      },
    )
  }
}

const pdf = z.string().meta({ format: 'binary', description: 'The document, one page A4' })

const documented = {
  receipt: { operationId: 'readReceiptPdf', summary: 'The receipt of a payment as a PDF' },
  note: { operationId: 'readRefundNotePdf', summary: 'The credit note or refund note of a refund as a PDF' },
  voucher: { operationId: 'readVoucherPdf', summary: 'The voucher of a refund of an earlier version as a PDF' },
} as const

function documentation(kind: DocumentId['kind']) {
  return {
    tags: ['Payments'],
    ...documented[kind],
    security: [{ accessToken: [] }],
    params: z.object({ id }),
    response: {
      200: { description: 'PDF', content: { 'application/pdf': { schema: pdf } } },
      ...Object.fromEntries([400, 401, 404, 429, 500, 503].map((status) => [status, errorBody])),
    },
  }
}
