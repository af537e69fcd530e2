import type { ColumnLayout } from './screen.ts'

const pixelsOfRem = 16
/** Rem of the first column, which shrinks last, and of one without a width. */
const widths = { first: 11, other: 9 } as const

/**
 * The columns for which there is room beside a panel. The first one stays. The others are taken in their order, and a narrow
 * one may take the room that is too small for the one before it.
 * @param room pixels
 */
export function fittingColumns<Column extends ColumnLayout>(columns: readonly Column[], room: number): readonly Column[] {
  let left = room / pixelsOfRem
  return columns.filter(({ width }, index) => {
    const wanted = index === 0 ? widths.first : width ? Number.parseFloat(width) : widths.other
    if (index > 0 && wanted > left) return false
    left -= wanted
    return true
  })
}
