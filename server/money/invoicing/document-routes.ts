import type { FastifyInstance } from 'fastify'
import { readReceiptPdf, readRefundNotePdf, readVoucherPdf } from '#contract/money/payments.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readDocument } from './read-document.ts'

/** Drawing a page takes 0.1 s of one thread, which mails use too. A college may share one network. */
const limits = {
  network: { name: 'documents', calls: 600, minutes: 10 },
  student: { name: 'documents', calls: 30, minutes: 10 },
}

/** Mounts the PDFs of a student's own documents. */
export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  const files = { receipt: readReceiptPdf, note: readRefundNotePdf, voucher: readVoucherPdf } as const
  for (const kind of ['receipt', 'note', 'voucher'] as const) {
    route(app, deps, files[kind], (student, { params }) => readDocument(deps, student, { kind, ...params }), limits)
  }
}
