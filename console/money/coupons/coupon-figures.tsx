import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { FileFormat } from '#contract/exported-files.ts'
import { type CouponRecord, couponFigureGroups, exportCouponFigures, readCouponFigures } from '#contract/money/staff/coupons.ts'
import { Button } from '#ui/button.tsx'
import { formatMonthOfYear, formatPlainDay } from '#ui/format.ts'
import { call, download } from '#console/kit/api/client.ts'
import { FormatItems } from '#console/kit/parts/export-menu.tsx'
import { Menu, MenuGroup } from '#console/kit/parts/menu.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'

interface Line {
  key: string | number
  name: ReactNode
  uses: number
  sold_paise: number
  given_paise: number
}

const groupNames = { month: 'By month', batch: 'By batch' } as const
/** Lines that are shown before somebody asks for all. */
const shownLines = 6

/** What a coupon brought and cost, by month and by batch. */
export function CouponFigures({ coupon }: { coupon: CouponRecord }) {
  const { id, uses } = coupon
  const { data, error, refetch } = useQuery({
    // A sale since the last look changes the count.
    queryKey: ['coupon-figures', id, uses],
    queryFn: () => call(readCouponFigures, { params: { id } }),
  })
  const hasLines = data !== undefined && data.months.length > 0
  return (
    <section aria-labelledby="coupon-figures" className="grid gap-3">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="coupon-figures" className="text-sm font-semibold">
          What it brought
        </h3>
        {hasLines ? <ExportFigures coupon={coupon} /> : null}
      </div>
      {hasLines ? (
        <>
          <Lines
            title={groupNames.month}
            lines={data.months.map((one) => ({ ...one, key: one.month, name: formatMonthOfYear(`${one.month}-01`) }))}
          />
          <Lines
            title={groupNames.batch}
            lines={data.batches.map((one) => ({ ...one, key: one.batch_id, name: <Batch {...one} /> }))}
          />
        </>
      ) : data ? (
        <p className="text-muted">Its figures begin with the first payment. A full refund takes its payment out of them.</p>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </section>
  )
}

function Batch({ batch_id: id, course, starts_at: startsAt }: { batch_id: number; course: string; starts_at: string }) {
  return (
    <>
      <Link to={`/batches/${id}`} className="text-accent hover:underline">
        {course}
      </Link>
      <span className="block text-xs text-muted">From {formatPlainDay(startsAt)}</span>
    </>
  )
}

// Where there is little room, the name has a line of its own.
const columns = 'grid-cols-[minmax(0,1fr)_6rem_6rem] @sm:grid-cols-[minmax(0,1fr)_2.25rem_5.25rem_5.25rem]'

/** Lines with a bar below each, as long as what was sold. */
function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(...lines.map(({ sold_paise: sold }) => sold))
  const shown = isWhole ? lines : lines.slice(0, shownLines)
  return (
    <div className="@container">
      <div role="table" aria-label={title}>
        <div role="row" className={`grid gap-x-3 pb-1.5 text-xs text-muted ${columns}`}>
          <span role="columnheader" className="@max-sm:col-span-full">
            {title}
          </span>
          <span role="columnheader" className="@sm:text-right">
            Used
          </span>
          {['Sold', 'Given'].map((head) => (
            <span key={head} role="columnheader" className="text-right">
              {head}
            </span>
          ))}
        </div>
        {shown.map(({ key, name, uses, sold_paise: sold, given_paise: given }) => (
          <div
            role="row"
            key={key}
            className={`relative grid items-baseline gap-x-3 border-t border-line py-2 text-sm ${columns} ${uses === 0 ? 'text-muted' : ''}`}
          >
            <span role="cell" className="min-w-0 @max-sm:col-span-full">
              {name}
            </span>
            <span role="cell" className="figures @sm:text-right">
              {uses === 0 ? '–' : uses.toLocaleString('en-IN')}
            </span>
            <span role="cell" className="figures text-right font-semibold">
              {uses === 0 ? '' : formatPaise(sold)}
            </span>
            <span role="cell" className="figures text-right">
              {uses === 0 ? '' : formatPaise(given)}
            </span>
            <span
              aria-hidden="true"
              className="absolute bottom-0 left-0 h-0.5 bg-accent"
              style={{ width: `${most === 0 ? 0 : (sold / most) * 100}%` }}
            />
          </div>
        ))}
      </div>
      {lines.length > shown.length ? (
        <Button className="mt-2" onClick={() => setWhole(true)}>
          Show all {lines.length.toLocaleString('en-IN')}
        </Button>
      ) : null}
    </div>
  )
}

function ExportFigures({ coupon: { id, code } }: { coupon: CouponRecord }) {
  const { busy, run } = useDownload()
  const save = (by: (typeof couponFigureGroups)[number], format: FileFormat) =>
    run(() => download(exportCouponFigures, { by, format }, `${code}-by-${by}.${format}`, { id }))
  return (
    <Menu
      trigger={
        <Button pending={busy && 'Export'}>
          <Download aria-hidden="true" className="size-4" />
          Export
        </Button>
      }
    >
      {couponFigureGroups.map((by) => (
        <MenuGroup key={by} label={groupNames[by]}>
          <FormatItems onChoose={(format) => void save(by, format)} disabled={busy} />
        </MenuGroup>
      ))}
    </Menu>
  )
}
