import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  documentKindNames,
  documentKinds,
  documents,
  sendDocument,
  type StaffDocument,
  readDocumentPdfForStaff,
} from '#contract/money/staff/documents.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call, download } from '#console/kit/api/client.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { defineScreen } from '#console/kit/resource/screen.ts'

export const screen = defineScreen({
  resource: documents,
  title: 'Documents',
  one: 'document',
  labels: {
    serial: 'Number',
    kind: 'Kind',
    is_refund_note: 'Refund note',
    student: 'Student',
    amount_paise: 'Amount',
    taxable_paise: 'Taxable value',
    cgst_paise: 'CGST',
    sgst_paise: 'SGST or UTGST',
    igst_paise: 'IGST',
    place_of_supply: 'Place of supply',
    gstin: 'GSTIN of the buyer',
    course: 'Course',
    issued_at: 'Issued',
    provider_payment_id: 'Payment id',
    email: 'E-mail',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ serial }) => serial,
  columns: [
    { name: 'serial' },
    { name: 'kind', width: '11rem', show: ({ kind }) => documentKindNames[kind] },
    { name: 'student' },
    { name: 'amount_paise' },
    { name: 'issued_at', width: '11rem', show: ({ issued_at }) => formatPlainDay(issued_at) },
    { name: 'course', hidden: true },
    { name: 'place_of_supply', hidden: true },
    { name: 'gstin', hidden: true },
  ],
  line: ({ kind, student, amount_paise }) => `${documentKindNames[kind]} · ${student} · ${formatPaise(amount_paise)}`,
  views: [
    { name: 'Receipts', filters: { kind: 'receipt' }, empty: 'No receipt.' },
    { name: 'Refund notes', filters: { is_refund_note: 'true' }, empty: 'No refund note.' },
  ],
  filters: [
    { name: 'kind', kind: 'choice', choices: documentKinds.map((value) => ({ value, label: documentKindNames[value] })) },
    { name: 'is_refund_note', kind: 'flag' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'The first payment issues the first receipt.',
  Panel: DocumentPanel,
  acts: [
    {
      label: 'Send again',
      permission: 'documents:send',
      primary: true,
      when: ({ email }) => !email.endsWith('@erased.invalid'),
      run: ({ id }) => call(sendDocument, { params: { id } }),
      done: ({ serial, email }) => `${serial} is on its way to ${shownAddresses(email)}.`,
    },
  ],
})

function DocumentPanel({ record: document }: { record: StaffDocument }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const file = `${document.serial.replaceAll('/', '-')}.pdf`
    await download(readDocumentPdfForStaff, {}, file, { id: document.id }).catch(notifyFailure)
    setBusy(false)
  }
  const paise = (value: number | null) => (value === null ? null : <span className="figures">{formatPaise(value)}</span>)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="figures text-2xl font-semibold">{formatPaise(document.amount_paise)}</span>
        <span className="text-muted">{documentKindNames[document.kind]}</span>
        <Button className="ml-auto" pending={busy && 'Save PDF'} onClick={() => save()}>
          <Download aria-hidden="true" className="size-4" />
          Save PDF
        </Button>
      </div>
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={document.student_id} name={document.student} />],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {shownAddresses(document.email)}
            </span>,
          ],
          ['For', `${document.course}, batch from ${formatPlainDay(document.batch_starts_on)}`],
          ['Issued', formatPlainDay(document.issued_at)],
          ['Taxable value', paise(document.taxable_paise)],
          ['CGST', paise(document.cgst_paise)],
          ['SGST or UTGST', paise(document.sgst_paise)],
          ['IGST', paise(document.igst_paise)],
          ['Place of supply', document.place_of_supply],
          ['Buyer’s GSTIN', document.gstin],
          [
            'Payment',
            <Link
              key="payment"
              to={`/payments/${document.payment_id}`}
              className="inline-flex min-h-6 items-center figures wrap-anywhere text-accent hover:underline"
            >
              {document.provider_payment_id.startsWith('offline_') ? 'Offline payment' : document.provider_payment_id}
            </Link>,
          ],
        ]}
      />
    </div>
  )
}
