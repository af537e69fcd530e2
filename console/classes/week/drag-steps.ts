import { minutesOfDay } from './week-days.ts'

/** The height of a minute in the grid. */
export const pixelsOfMinute = 0.9
const step = 15

/** The minute of the day at which a dragged class would begin: a quarter of an hour, or where it was. @param y pixels */
export function targetMinute(from: number, y: number): number {
  const moved = y / pixelsOfMinute
  if (Math.abs(moved) < step / 2) return from
  const quarter = Math.round((from + moved) / step) * step
  return Math.max(0, Math.min(minutesOfDay - step, quarter))
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where an arrow key takes a dragged class: 15 minutes, or a column. @param column its width in pixels */
export function dragStep(
  event: KeyboardEvent,
  { x, y }: { x: number; y: number },
  column: number,
): { x: number; y: number } | undefined {
  const [across, down] = steps[event.code] ?? []
  if (across === undefined || down === undefined) return undefined
  event.preventDefault()
  return { x: x + across * column, y: y + down * step * pixelsOfMinute }
}
