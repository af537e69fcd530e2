import { useQuery } from '@tanstack/react-query'
import {
  exportGstr1,
  type Gstr1,
  type Gstr1File,
  type Gstr1Section,
  gstr1Sections,
  readGstr1,
} from '#contract/money/staff/month.ts'
import { errorText, hasStatus } from '#console/kit/api/error-text.ts'
import { call, download } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { LineTable, Part, Sentences, Sums } from './parts.tsx'

/** What each section is, for whoever does not know the codes. */
const sections: Record<Gstr1Section, { name: string; text: (month: Gstr1) => string }> = {
  b2b: { name: 'Invoices to companies', text: () => 'Buyers with a GSTIN, invoice by invoice' },
  b2cl: {
    name: 'Large invoices to other States',
    text: ({ b2cl_above_paise: above }) => `Buyers without a GSTIN, above ${formatPaise(above)}`,
  },
  b2cs: { name: 'All other invoices', text: () => 'Summed by State and rate, less their credit notes' },
  cdnr: { name: 'Credit notes to companies', text: () => 'Buyers with a GSTIN, note by note' },
  cdnur: { name: 'Credit notes of large invoices', text: () => 'Note by note' },
  hsn: {
    name: 'Summary by service',
    text: ({ hsn_apart: isApart }) => (isApart ? 'Companies and other buyers apart' : 'By code and rate'),
  },
  docs: { name: 'Series of numbers', text: () => 'Invoices and credit notes, from and to' },
}

/** GSTR-1: its sections with their files, and how they differ from the ledger. */
export function ReturnPart({ month }: { month: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['month', 'gstr1', month],
    queryFn: () => call(readGstr1, { query: { month } }),
    // A school without a GSTIN has none tomorrow either.
    retry: (tries, failure) => tries < 2 && !hasStatus(failure, 409),
  })
  const agrees = data?.differences.length === 0
  return (
    <Part
      title="GSTR-1"
      text="One CSV a section for the offline tool, made from the documents as they were issued. An accountant checks them before filing."
      aside={
        data ? (
          <Badge tone={agrees ? 'good' : 'bad'}>{agrees ? 'Agrees with the ledger' : 'Differs from the ledger'}</Badge>
        ) : null
      }
    >
      {data ? (
        <Return month={data} />
      ) : hasStatus(error, 409) ? (
        <p className="max-w-prose border-l-2 border-line pl-4">{errorText(error)}</p>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Part>
  )
}

function Return({ month: data }: { month: Gstr1 }) {
  const { month, gstin } = data
  const file = (section: Gstr1File, label = 'CSV') => ({
    label,
    save: () => download(exportGstr1, { month, section }, `gstr1-${month}-${section}.csv`),
  })
  return (
    <>
      <Sums
        sums={[
          ['Taxable value', formatPaise(data.ledger_taxable_paise)],
          ['Tax', formatPaise(data.ledger_tax_paise)],
          ...(gstin === null ? [] : [['GSTIN', gstin] as const]),
        ]}
      />
      <Sentences title="What differs" tone="bad" items={data.differences} />
      <Sentences title="Good to know" tone="quiet" items={data.notes} />
      <LineTable
        label="Section"
        heads={['Taxable value', 'Tax']}
        lines={gstr1Sections.map((code) => {
          const { rows, taxable_paise: taxable, tax_paise: tax } = data.sections[code]
          const { name, text } = sections[code]
          return {
            name,
            code,
            text: text(data),
            rows,
            amounts: code === 'docs' ? ['', ''] : [formatColumnPaise(taxable), formatColumnPaise(tax)],
            files: code === 'hsn' && data.hsn_apart ? [file('hsn_b2b', 'B2B'), file('hsn_b2c', 'B2C')] : [file(code)],
          }
        })}
      />
    </>
  )
}
