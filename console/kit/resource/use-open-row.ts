import { type RefObject, useEffect, useRef } from 'react'
import type { AnyRecord } from './screen.ts'
import { rowHeight } from './table.tsx'

interface OpenRow {
  records: AnyRecord[]
  openId: number | null
  hasLines: boolean
  scroller: RefObject<HTMLElement | null>
}

/**
 * Keeps the row of the open record in sight while the list changes its shape beside the panel, and gives the focus back to it
 * when the panel has closed and nothing else has the focus.
 */
export function useOpenRow({ records, openId, hasLines, scroller }: OpenRow) {
  const latest = useRef({ openId, hasLines })
  useEffect(() => {
    const before = latest.current
    latest.current = { openId, hasLines }
    // Rows that are read again move nothing.
    if (before.openId === openId && before.hasLines === hasLines) return
    const index = records.findIndex(({ id }) => id === (openId ?? before.openId))
    if (index < 0) return
    const find = () => scroller.current?.querySelector<HTMLElement>(`a[data-row="${index}"]`)
    // A row that is far away is not in the document yet.
    if (!find()) scroller.current?.scrollTo({ top: index * rowHeight })
    const frame = requestAnimationFrame(() => {
      const link = find()
      if (openId !== null) link?.scrollIntoView({ block: 'nearest' })
      else if (document.activeElement === document.body) link?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [records, openId, hasLines, scroller])
}
