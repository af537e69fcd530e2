import { Download } from 'lucide-react'
import { pathOf } from '#contract/client.ts'
import { readReceiptPdf, readRefundNotePdf, readVoucherPdf, type RefundNoteKind } from '#contract/money/payments.ts'
import { useFileDownload } from '#web/lib/use-file-download.ts'
import { Spinner } from '#ui/button.tsx'

const files = { receipt: readReceiptPdf, note: readRefundNotePdf, voucher: readVoucherPdf } as const

interface Props {
  kind: keyof typeof files
  /** Of a refund note. */
  note?: RefundNoteKind
  id: number
  serial: string
}

const names = {
  receipt: 'Receipt',
  voucher: 'Refund voucher',
  credit_note: 'Credit note',
  financial_credit_note: 'Financial credit note',
  refund_note: 'Refund note',
} as const
const failed = 'The PDF could not be loaded. Please try again.'

/** Downloads a PDF with the student's token. An error stays visible beside the button. */
export function DownloadButton({ kind, note = 'refund_note', id, serial }: Props) {
  const { isPending, problem, load } = useFileDownload(pathOf(files[kind].path, { id }), failed)
  return (
    <span className="inline-flex flex-col items-start">
      <button
        type="button"
        onClick={() => void load()}
        aria-disabled={isPending ? true : undefined}
        className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-left text-sm font-semibold text-accent hover:bg-accent-soft lg:min-h-8"
      >
        {isPending ? <Spinner /> : <Download aria-hidden="true" className="size-4 shrink-0" />}
        <span>
          {names[kind === 'note' ? note : kind]}{' '}
          <span className="figures block text-xs font-normal whitespace-nowrap text-muted">{serial}</span>
          <span className="sr-only"> as PDF</span>
        </span>
      </button>
      <span role="status" className="text-xs text-bad">
        {problem}
      </span>
    </span>
  )
}
