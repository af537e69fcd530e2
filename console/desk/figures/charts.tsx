import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FiguresAnswer } from '#contract/desk/staff/figures.ts'
import {
  formatCompact,
  formatPaise,
  namedValues,
  nameOfMonth,
  shortNameOfMonth,
  sumUpMoney,
  sumUpPeople,
} from './figure-texts.ts'

type Month = FiguresAnswer['months'][number]

/** One of the two bars of a month: what it is called, how it is drawn, and its value. */
interface Series {
  name: string
  /** The first is solid and the second an outline, so that the colour alone does not tell them apart. */
  shape: string
  value: (month: Month) => number
}

const solid = 'fill-accent'
const outline = 'fill-signal-soft stroke-signal'

/** The charts of a range. Each has its figures in words, and all of them in the tables below. */
export default function Charts({ figures }: { figures: FiguresAnswer }) {
  const { months, total } = figures
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <Chart
        title="Revenue and refunds by month"
        summary={sumUpMoney(total, months)}
        months={months}
        series={[
          { name: 'Revenue', shape: solid, value: ({ revenue_paise }) => revenue_paise },
          {
            name: 'Refunds and lost disputes',
            shape: outline,
            value: ({ refunds_paise, lost_paise }) => refunds_paise + lost_paise,
          },
        ]}
        onAxis={formatCompact}
        inFull={formatPaise}
      />
      <Chart
        title="Enrolments and leads by month"
        summary={sumUpPeople(total, months)}
        months={months}
        series={[
          { name: 'Enrolments', shape: solid, value: ({ enrolments }) => enrolments },
          { name: 'Leads', shape: outline, value: ({ leads }) => leads },
        ]}
        onAxis={(value) => (Number.isInteger(value) ? value.toLocaleString('en-IN') : '')}
        inFull={(value) => value.toLocaleString('en-IN')}
      />
    </div>
  )
}

const height = 260
const space = { top: 8, right: 4, bottom: 28, left: 56 }

interface ChartProps {
  title: string
  summary: string
  months: readonly Month[]
  series: readonly [Series, Series]
  onAxis: (value: number) => string
  inFull: (value: number) => string
}

function Chart({ title, summary, months, series, onAxis, inFull }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  return (
    <figure className="min-w-0">
      <figcaption>
        <h2 className="text-base">{title}</h2>
        {/* Two lines, so that charts beside each other begin at one height. */}
        <p className="mt-0.5 text-muted xl:min-h-10">{summary}</p>
        <ul aria-label="Legend" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {series.map(({ name, shape }) => (
            <li key={name} className="flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
                <rect x="0.75" y="0.75" width="8.5" height="8.5" rx="1.5" className={shape} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={box} className="mt-2 h-[260px]">
        {width > 0 ? <Bars width={width} label={title} months={months} series={series} onAxis={onAxis} inFull={inFull} /> : null}
      </div>
    </figure>
  )
}

/** Pixels that the name of a month needs. */
const monthWidth = 38

function Bars({
  width,
  label,
  months,
  series,
  onAxis,
  inFull,
}: Omit<ChartProps, 'title' | 'summary'> & { width: number; label: string }) {
  const [right, bottom] = [width - space.right, height - space.bottom]
  const highest = Math.max(1, ...months.flatMap((month) => series.map(({ value }) => value(month))))
  const x = scaleBand({
    domain: months.map(({ month }) => month),
    range: [space.left, right],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  })
  const y = scaleLinear({ domain: [0, highest], range: [bottom, space.top], nice: 4 })
  const ticks = namedValues(y.ticks(4), onAxis)
  const each = x.bandwidth() / 2
  const every = Math.ceil((months.length * monthWidth) / Math.max(1, right - space.left))
  const text = { fill: 'currentColor', fontSize: 11, fontFamily: 'inherit' } as const
  return (
    <svg
      role="img"
      aria-label={`${label}. The table below has the figures.`}
      width={width}
      height={height}
      className="figures block text-muted"
    >
      {ticks.map((value) => (
        <line key={value} x1={space.left} x2={right} y1={y(value)} y2={y(value)} className="stroke-line" />
      ))}
      <AxisLeft
        left={space.left}
        scale={y}
        tickValues={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => onAxis(Number(value))}
        tickLabelProps={{ ...text, textAnchor: 'end', dx: -2, dy: 4 }}
      />
      <AxisBottom
        top={bottom}
        scale={x}
        tickValues={months.filter((_, index) => index % every === 0).map(({ month }) => month)}
        hideTicks
        axisLineClassName="stroke-edge"
        tickFormat={(month) => shortNameOfMonth(month)}
        tickLabelProps={{ ...text, textAnchor: 'middle' }}
      />
      {months.map((month) => (
        <g key={month.month}>
          <title>{`${nameOfMonth(month.month)}: ${series.map(({ name, value }) => `${name} ${inFull(value(month))}`).join(', ')}`}</title>
          {/* Catches the pointer over the whole month. */}
          <rect
            x={x(month.month) ?? 0}
            y={space.top}
            width={x.bandwidth()}
            height={bottom - space.top}
            className="fill-transparent"
          />
          {series.map(({ name, shape, value }, index) =>
            value(month) > 0 ? (
              <Bar
                key={name}
                x={(x(month.month) ?? 0) + index * each + 0.75}
                y={Math.min(y(value(month)), bottom - 2)}
                width={Math.max(1, each - 1.5)}
                height={Math.max(2, bottom - y(value(month)))}
                rx={Math.min(2, each / 4)}
                className={shape}
              />
            ) : null,
          )}
        </g>
      ))}
    </svg>
  )
}

/** The width of an element, which follows the window. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const box = element.current
    if (!box) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
