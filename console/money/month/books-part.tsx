import { useQuery } from '@tanstack/react-query'
import { FileCode } from 'lucide-react'
import { Link } from 'react-router'
import { type Book, books, exportBook, exportTally, readBooks } from '#contract/money/staff/month.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call, download } from '#console/kit/api/client.ts'
import { formatColumnPaise } from '#console/kit/parts/money.ts'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { Button } from '#ui/button.tsx'
import { LineTable, Part } from './parts.tsx'

const texts: Record<Book, { name: string; text: string }> = {
  sales: { name: 'Sales', text: 'Invoices and receipts' },
  receipts: { name: 'Money received', text: 'Online and at the desk, also without an invoice' },
  refunds: { name: 'Refunds', text: 'On the day of their notes' },
  fees: { name: 'Fees of the provider', text: 'On the day of the settlement' },
}

const wordList = new Intl.ListFormat('en-IN', { type: 'conjunction' })

/** The books of the month, each as CSV and all of them for Tally. */
export function BooksPart({ month }: { month: string }) {
  const { may } = useAccess()
  const tally = useDownload()
  const { data, error, refetch } = useQuery({
    queryKey: ['month', 'books', month],
    queryFn: () => call(readBooks, { query: { month } }),
  })
  return (
    <Part title="Books" text="What an accountant books. A document belongs to the month in which it was issued.">
      {data ? (
        <>
          <LineTable
            label="Book"
            heads={['Amount']}
            lines={books.map((book) => ({
              ...texts[book],
              rows: data.books[book].rows,
              amounts: [formatColumnPaise(data.books[book].paise)],
              files: [{ label: 'CSV', save: () => download(exportBook, { month, book }, `${book}-${month}.csv`) }],
            }))}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              pending={tally.busy && 'Vouchers for Tally'}
              onClick={() => tally.run(() => download(exportTally, { month }, `tally-${month}.xml`))}
            >
              <FileCode aria-hidden="true" className="size-4" />
              Vouchers for Tally
            </Button>
            <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">
              Before the first import, make the ledgers {wordList.format(data.ledgers)}.{' '}
              {may('settings:write') ? (
                <Link to="/settings/accountant" className="font-semibold text-accent hover:underline">
                  Change the names
                </Link>
              ) : null}
            </p>
          </div>
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Part>
  )
}
