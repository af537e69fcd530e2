import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'

/** A part of the month: what it is, a state beside it, and what it has. */
export function Part({ title, text, aside, children }: { title: string; text: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{title}</h2>
          {aside}
        </div>
        <p className="max-w-prose text-pretty text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Figures that are read first. */
export function Sums({ sums }: { sums: readonly (readonly [label: string, value: string, more?: string])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
      {sums.map(([label, value, more]) => (
        <div key={label} className={value.length > 14 ? 'max-sm:col-span-2' : 'min-w-0'}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="figures text-xl font-semibold">{value}</dd>
          {more === undefined ? null : <dd className="text-xs text-muted">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Sentences that somebody has to read. */
export function Sentences({ title, tone, items }: { title: string; tone: 'bad' | 'quiet'; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div className={`grid gap-1.5 border-l-2 pl-4 ${tone === 'bad' ? 'border-bad' : 'border-line'}`}>
      <h3 className={`text-sm font-semibold ${tone === 'bad' ? 'text-bad' : ''}`}>{title}</h3>
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item} className="max-w-prose break-words">
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

export interface Line {
  name: string
  /** What it is in the form of the tax office, or another word that helps. */
  code?: string
  text: string
  rows: number
  amounts: readonly string[]
  /** The files, by the words of their buttons. */
  files: readonly { label: string; save: () => Promise<void> }[]
}

const columns =
  'sm:grid-cols-[minmax(0,1fr)_3.5rem_repeat(var(--amounts),7.75rem)_10.5rem] lg:grid-cols-[minmax(0,1fr)_4.5rem_repeat(var(--amounts),9rem)_11rem]'
const none = '–'

/** Lines with their figures and files. On a phone the figures stand below the name, and the files beside it. */
export function LineTable({ label, heads, lines }: { label: string; heads: readonly string[]; lines: readonly Line[] }) {
  return (
    <div role="table" aria-label={label} style={{ '--amounts': heads.length } as object}>
      <div role="row" className={`hidden gap-x-4 border-b border-line pb-2 text-xs text-muted sm:grid ${columns}`}>
        <span role="columnheader">{label}</span>
        <span role="columnheader" className="text-right">
          Lines
        </span>
        {heads.map((head) => (
          <span key={head} role="columnheader" className="text-right">
            {head}
          </span>
        ))}
        <span role="columnheader" className="text-right">
          File
        </span>
      </div>
      {lines.map((line) => (
        <div
          role="row"
          key={line.name}
          className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-3 sm:grid ${columns} ${line.rows === 0 ? 'text-muted' : ''}`}
        >
          <span role="cell" className="min-w-0">
            <span className={line.rows === 0 ? '' : 'font-semibold text-ink'}>{line.name}</span>
            {line.code === undefined ? null : <code className="ml-2 text-xs text-muted">{line.code}</code>}
            <span className="block text-sm text-pretty text-muted">{line.text}</span>
          </span>
          <span
            role="cell"
            className="figures col-span-2 mt-1.5 text-sm sm:order-none sm:col-span-1 sm:mt-0 sm:text-right sm:text-[length:inherit] max-sm:order-2"
          >
            {line.rows === 0 ? none : line.rows.toLocaleString('en-IN')}
            <span className="text-muted sm:hidden">{line.rows === 0 ? '' : line.rows === 1 ? ' line' : ' lines'}</span>
          </span>
          {heads.map((head, place) => (
            <span
              role="cell"
              key={head}
              className={`figures col-span-2 flex justify-between text-sm sm:col-span-1 sm:block sm:text-right sm:text-[length:inherit] max-sm:order-3 ${line.rows === 0 || line.amounts[place] === '' ? 'max-sm:hidden' : ''}`}
            >
              <span className="text-muted sm:hidden">{head}</span>
              {line.rows === 0 && line.amounts[place] !== '' ? none : line.amounts[place]}
            </span>
          ))}
          <span role="cell" className="flex flex-wrap justify-end gap-2 max-sm:order-1">
            {line.files.map((file) => (
              <FileButton key={file.label} of={line.name} isEmpty={line.rows === 0} {...file} />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}

function FileButton({ of, label, isEmpty, save }: { of: string; label: string; isEmpty: boolean; save: () => Promise<void> }) {
  const { busy, run } = useDownload()
  return (
    <Button aria-label={`${label} of ${of}`} disabled={isEmpty} pending={busy && label} onClick={() => run(save)}>
      <Download aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
