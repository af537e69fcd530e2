type Value = string | number | undefined

/** Returns one element. Numbers are rounded to one decimal, which is precise enough at a width of 640. */
export function el(name: string, attributes: Record<string, Value>, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? num(value) : value}"`)
    .join('')
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`
}

export const num = (value: number) => String(Math.round(value * 10) / 10 || 0)

export const at = (x: number, y: number) => `${num(x)} ${num(y)}`

export type Point = readonly [x: number, y: number]

export const circle = (cx: number, cy: number, r: number, fill: string) => el('circle', { cx, cy, r, fill })
export const ring = (cx: number, cy: number, r: number, stroke: string, width: number) =>
  el('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': width })
export const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  el('rect', { x, y, width, height, fill })
export const shape = (d: string, fill: string) => el('path', { d, fill })
export const stroke = (d: string, colour: string, width: number, more: Record<string, Value> = {}) =>
  el('path', { d, fill: 'none', stroke: colour, 'stroke-width': width, ...more })
export const polygon = (points: Point[], fill: string) => shape(`${polyline(points)}Z`, fill)
export const polyline = (points: readonly Point[]) => `M${points.map(([x, y]) => at(x, y)).join('L')}`
export const group = (transform: string, ...children: string[]) => el('g', { transform }, ...children)

/** Returns the path of an upper half disc from `x - r` to `x + r`. */
export const dome = (x: number, y: number, r: number) => `M${at(x - r, y)}A${num(r)} ${num(r)} 0 0 1 ${at(x + r, y)}Z`

/** Returns another drawing inside a box, filling it and clipped at its edges. */
export const inset = (box: { x: number; y: number; width: number; height: number }, view: string, ...children: string[]) =>
  el('svg', { ...box, viewBox: view, preserveAspectRatio: 'xMidYMid slice' }, ...children)

export function document(width: number, height: number, ...children: string[]): string {
  return el('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height }, ...children)
}
